import { defineConfig } from 'drizzle-kit'

// `npm run db:generate`: the next migration from what changed in the schema. It talks to no database.
export default defineConfig({
  dialect: 'postgresql',
  // Tests beside it are no schema, and cannot be read as one.
  schema: './apps/server/src/adapters/storage/schema/!(*.test).ts',
  out: './apps/server/src/adapters/storage/migrations',
})
