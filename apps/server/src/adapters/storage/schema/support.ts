import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, bytes, folded, id } from './columns.ts'
import { users } from './users.ts'

/** Tickets; they outlive their user, without an identity (security.md 74). */
export const tickets = pgTable(
  'tickets',
  {
    id: id(),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    title: text('title').notNull(),
    description: text('description').notNull(),
    category: text('category').notNull(),
    priority: text('priority').$type<'low' | 'medium' | 'high'>().notNull(),
    status: text('status').$type<'open' | 'in_progress' | 'resolved' | 'closed'>().notNull(),
    /** The newest answer of an admin, which is also in the thread (product-decisions.md 12). */
    adminResponse: text('admin_response'),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    closedAt: at('closed_at'),
    /** Title and description, folded for search. */
    search: text('search').notNull().default(''),
    /** The admin in charge; visible to admins alone. */
    assigneeId: text('assignee_id').references(() => users.id, { onDelete: 'set null' }),
    /** Time of the owner's first text without an answer; null while no text waits. */
    waitingSince: at('waiting_since'),
    /** Time of the last change that only admins see: a note, an assignment. */
    internalAt: at('internal_at'),
  },
  (table) => [
    index('tickets_user').on(table.userId, table.createdAt),
    // Trigrams: a search reads only the texts that contain all trigrams of its words.
    index('tickets_search').using('gin', sql`${table.search} gin_trgm_ops`),
    index('tickets_status').on(table.status, table.createdAt),
    index('tickets_closed').on(table.closedAt),
    index('tickets_created').on(table.createdAt, table.id),
    index('tickets_updated').on(table.updatedAt, table.id),
    index('tickets_status_updated').on(table.status, table.updatedAt, table.id),
    index('tickets_assignee').on(table.assigneeId, table.updatedAt, table.id),
    index('tickets_desk_moved').on(sql`greatest(${table.updatedAt}, ${table.internalAt})`, table.id),
    index('tickets_waiting')
      .on(table.waitingSince, table.id)
      .where(sql`${table.waitingSince} is not null and ${table.status} in ('open', 'in_progress')`),
    check('tickets_priority', sql`${table.priority} in ('low', 'medium', 'high')`),
    check('tickets_status_known', sql`${table.status} in ('open', 'in_progress', 'resolved', 'closed')`),
    check('tickets_closed', sql`(${table.closedAt} is null) = (${table.status} <> 'closed')`),
  ],
)

export const ticketMessages = pgTable(
  'ticket_messages',
  {
    id: id(),
    ticketId: text('ticket_id')
      .notNull()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    isAdmin: boolean('is_admin').notNull(),
    senderName: text('sender_name').notNull(),
    message: text('message').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('ticket_messages_ticket').on(table.ticketId, table.createdAt),
    index('ticket_messages_author').on(table.authorId),
  ],
)

export const helpArticles = pgTable(
  'help_articles',
  {
    id: id(),
    category: text('category').notNull(),
    title: text('title').notNull(),
    /** Markdown; sanitised when it is shown (security.md 57). */
    content: text('content').notNull(),
    order: integer('order').notNull(),
    isPublished: boolean('is_published').notNull(),
    views: bigint('views', { mode: 'number' }).notNull().default(0),
    createdAt: at('created_at').notNull(),
    updatedAt: at('updated_at').notNull(),
    /** Title and whole text, folded for the admin panel's search. */
    searchKey: text('search_key').notNull().generatedAlwaysAs(folded(sql`title || E'\\n' || content`)),
  },
  (table) => [index('help_articles_order').on(table.order)],
)

/**
 * The delivered version of each of the product's own articles. `isTouched`: an admin changed or deleted the article,
 * and no newer version replaces it. The row outlives the article, so that a deleted article stays deleted.
 */
export const deliveredArticles = pgTable('delivered_articles', {
  articleId: text('article_id').primaryKey(),
  version: integer('version').notNull(),
  isTouched: boolean('is_touched').notNull().default(false),
})

/** Readers that were counted: one per article, address and hour (security.md 64). */
export const articleReaders = pgTable(
  'article_readers',
  {
    articleId: text('article_id')
      .notNull()
      .references(() => helpArticles.id, { onDelete: 'cascade' }),
    addressHash: bytes('address_hash').notNull(),
    hour: at('hour').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.articleId, table.addressHash, table.hour] }),
    index('article_readers_hour').on(table.hour),
  ],
)
