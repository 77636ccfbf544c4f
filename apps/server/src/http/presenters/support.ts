import { type AdminTicket, Category, type HelpArticle, type Ticket, type TicketMessage } from '@makas/contract'
import type { Article } from '../../app/ports/articles.ts'
import type { OwnedTicket, TicketMessage as StoredMessage, Ticket as StoredTicket } from '../../app/ports/tickets.ts'

const iso = (at: number) => new Date(at).toISOString()
const categoryOf = (stored: string) => Category.parse(stored)

export const presentMessage = ({ id, message, senderName, isAdmin, createdAt }: StoredMessage): TicketMessage => ({
  id,
  message,
  sender_name: senderName,
  is_admin: isAdmin,
  created_at: iso(createdAt),
})

/** Field by field, as its owner may see it (security.md 38). */
export const presentTicket = (ticket: StoredTicket): Ticket => ({
  id: ticket.id,
  title: ticket.title,
  description: ticket.description,
  category: categoryOf(ticket.category),
  priority: ticket.priority,
  status: ticket.status,
  created_at: iso(ticket.createdAt),
  updated_at: iso(ticket.updatedAt),
  messages: ticket.messages.map(presentMessage),
})

export const presentOwnedTicket = (ticket: OwnedTicket): AdminTicket => ({
  ...presentTicket(ticket),
  user_email: ticket.userEmail,
  admin_response: ticket.adminResponse,
})

export const presentArticle = (article: Article): HelpArticle => ({
  id: article.id,
  category: categoryOf(article.category),
  title: article.title,
  content: article.content,
  views: article.views,
  created_at: iso(article.createdAt),
  order: article.order,
  is_published: article.isPublished,
})
