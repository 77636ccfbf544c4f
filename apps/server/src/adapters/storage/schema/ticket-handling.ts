import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at, id } from './columns.ts'
import { tickets } from './support.ts'
import { users } from './users.ts'

type Status = 'open' | 'in_progress' | 'resolved' | 'closed'

const ticketId = () =>
  text('ticket_id')
    .notNull()
    .references(() => tickets.id, { onDelete: 'cascade' })
const authorId = () => text('author_id').references(() => users.id, { onDelete: 'set null' })

/** Changes of a ticket's status, as shown in the thread. */
export const ticketStatusChanges = pgTable(
  'ticket_status_changes',
  {
    id: id(),
    ticketId: ticketId(),
    authorId: authorId(),
    isAdmin: boolean('is_admin').notNull(),
    senderName: text('sender_name').notNull(),
    from: text('from_status').$type<Status>().notNull(),
    to: text('to_status').$type<Status>().notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('ticket_status_changes_ticket').on(table.ticketId, table.createdAt),
    index('ticket_status_changes_author').on(table.authorId),
  ],
)

/** The evidence that a ticket was opened with, as the site received it. */
export const ticketEvidence = pgTable('ticket_evidence', {
  ticketId: ticketId().primaryKey(),
  opportunityId: text('opportunity_id').notNull(),
  /** JSON of the row alone, so that a list need not read the whole evidence. */
  row: text('row').notNull(),
  snapshot: text('snapshot').notNull(),
  bytes: integer('bytes').notNull(),
})

/** Internal notes of admins, read by admin calls alone (security.md 37). */
export const ticketNotes = pgTable(
  'ticket_notes',
  {
    id: id(),
    ticketId: ticketId(),
    authorId: authorId(),
    senderName: text('sender_name').notNull(),
    note: text('note').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (table) => [
    index('ticket_notes_ticket').on(table.ticketId, table.createdAt),
    index('ticket_notes_author').on(table.authorId),
  ],
)

/** The moment up to which a user has seen a thread. */
export const ticketsSeen = pgTable(
  'tickets_seen',
  {
    ticketId: ticketId(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    seenAt: at('seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.ticketId, table.userId] }), index('tickets_seen_user').on(table.userId)],
)

/** Admins who have a ticket open now. */
export const ticketWatchers = pgTable(
  'ticket_watchers',
  {
    ticketId: ticketId(),
    adminId: text('admin_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    since: at('since').notNull(),
    seenAt: at('seen_at').notNull(),
    isWriting: boolean('is_writing').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.ticketId, table.adminId] }),
    index('ticket_watchers_admin').on(table.adminId),
    index('ticket_watchers_seen').on(table.seenAt),
  ],
)

/** Texts that admins insert into answers. */
export const cannedReplies = pgTable('canned_replies', {
  id: id(),
  authorId: authorId(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  createdAt: at('created_at').notNull(),
})
