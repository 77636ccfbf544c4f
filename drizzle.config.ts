import { defineConfig } from 'drizzle-kit'

// `npm run db:generate`: makes the next migration from the changes of the schema. It talks to no database.
export default defineConfig({
  dialect: 'postgresql',
  // Tests in this folder are no schema, and cannot be read as a schema.
  schema: './apps/server/src/adapters/storage/schema/!(*.test).ts',
  out: './apps/server/src/adapters/storage/migrations',
})
