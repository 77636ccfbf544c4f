import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './columns.ts'
import { users } from './users.ts'

/** A user's saved views of the opportunities: a few names and addresses, read and written together. */
export const savedViews = pgTable('saved_views', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  views: jsonb('views').$type<readonly { readonly name: string; readonly query: string }[]>().notNull(),
  updatedAt: at('updated_at').notNull(),
})
