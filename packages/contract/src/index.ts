export { backOffMs } from './calls/back-off.ts'
export { ERROR_CODES, ERROR_STATUS, ErrorBody, type ErrorCode } from './calls/error-codes.ts'
export {
  FIELD_SENTENCES,
  KEY_FORM,
  PAPER_SENTENCES,
  SIGN_UP,
  TEXT_FORM,
  TRADE_SENTENCES,
} from './calls/errors.ts'
export { fieldSentence, isFormSentence } from './calls/field-sentence.ts'
export { HEADERS, LIMITS, PATHS } from './calls/http.ts'
export { ExactText, IsoTime } from './calls/scalars.ts'
export { plainForm } from './calls/typed-text.ts'
export { CarryRow, LiquidationUnknown } from './market/carry-row.ts'
export {
  CarryAnswer,
  CarryEvidence,
  EvidenceAnswer,
  EvidenceLeg,
  SpotAnswer,
  SpotEvidence,
  TriAnswer,
  TriEvidence,
  TriLeg,
} from './market/evidence.ts'
export { ExchangeId } from './market/exchange.ts'
export { HistoryPoint, HistoryQuery, RouteHistory } from './market/history.ts'
export { LifetimeSource, Lifetimes, ModeLifetime } from './market/lifetimes.ts'
export { CryptoPrice, CryptoPrices, MarketStats } from './market/market.ts'
export { Mode } from './market/mode.ts'
export { CreatePaperTradeBody, PAPER, PaperPortfolio, PaperTrade } from './market/paper.ts'
export { LISTS, OpportunityRow, OpportunityRows } from './market/row.ts'
export { AnswerSource, MarketSource } from './market/source.ts'
export { SpotRow } from './market/spot-row.ts'
export { EngineReason, ExchangeStatus, FeedState, Status } from './market/status.ts'
export { StreamDelta, type StreamEventName, StreamSnapshot, StreamVersion } from './market/stream.ts'
export {
  MOST_TRADES,
  ORDER_REFUSALS,
  TRADING_PATHS,
  Trade,
  TradeBody,
  TradeOrder,
  TradePlan,
  Trades,
  TradeWorld,
  TradingBody,
  TradingState,
} from './market/trade.ts'
export { TriRow } from './market/tri-row.ts'
export { NOTICE_VERSION } from './site/notice.ts'
export { OPERATOR_FIELDS, Operator, type OperatorField } from './site/operator.ts'
export { LEGAL_PAGES, type LegalPage, PAGES } from './site/pages.ts'
export {
  AdminTicket,
  AdminTicketChanges,
  AdminTickets,
  Assignees,
  CannedReplies,
  CannedReply,
  ChangeTicketBody,
  CreateCannedReplyBody,
  CreateNoteBody,
  Presence,
  PresenceBody,
  TicketAssignee,
  TicketDetail,
  TicketNote,
  TicketPlace,
  TicketSearch,
  TicketSort,
} from './support/admin-ticket.ts'
export { CATEGORIES, Category } from './support/category.ts'
export {
  ArticleDetail,
  ArticleDetails,
  ArticlePreview,
  ArticlePreviews,
  ArticleSearch,
  ArticleViews,
  ChangeArticleBody,
  CreateArticleBody,
  HelpArticle,
  HelpArticles,
} from './support/help-article.ts'
export {
  CreateMessageBody,
  CreateTicketBody,
  SeenBody,
  StatusChange,
  TICKET_STATUSES,
  Ticket,
  TicketChanges,
  TicketEvidence,
  TicketMessage,
  TicketPriority,
  TicketStatus,
  Tickets,
} from './support/ticket.ts'
export {
  AuditCheck,
  ChangeUserBody,
  DashboardStats,
  DashboardTrends,
  ManagedUser,
  ManagedUsers,
  SystemFacts,
  TREND_DAYS,
  TrailRow,
  USER_KINDS,
  USER_SORTS,
  UserDetail,
  UserKind,
  UserSearch,
  UserSort,
  UserTrail,
} from './users/admin.ts'
export {
  AddedKey,
  CreateKeyBody,
  DemoKeyBody,
  KeyRecords,
  RefusedKey,
  TriedKey,
  TryKeyBody,
} from './users/api-keys.ts'
export { keyForm, keyFormatMistake, type TypedKey } from './users/exchange-key-format.ts'
export { phoneNumber } from './users/phone-number.ts'
export { PersonalRow, PersonalRows, Portfolio, PortfolioAsset, PortfolioExchange } from './users/portfolio.ts'
export { MOST_VIEWS, ReplaceViewsBody, SavedView, SavedViews } from './users/saved-view.ts'
export {
  AdminLogin,
  AdminSetupBody,
  AdminUser,
  AuditRow,
  BrowserKind,
  DeleteUserBody,
  DeviceKind,
  KeyRecord,
  LoginBody,
  OwnSession,
  OwnUser,
  PasswordBody,
  ProofBody,
  RecoveryCodes,
  RegisterBody,
  Renewed,
  ResetBody,
  TotpCodeBody,
  TotpOffBody,
  TotpSecret,
  USER_EVENTS,
  UserEvent,
  UserEventKind,
  UserExport,
  UserLogin,
  UserPlan,
} from './users/user.ts'
