import { defineConfig } from 'drizzle-kit'

// `npm run db:generate`: the next migration from what changed in the schema. It talks to no database.
export default defineConfig({
  dialect: 'postgresql',
  schema: './apps/server/src/adapters/storage/schema',
  out: './apps/server/src/adapters/storage/migrations',
})
