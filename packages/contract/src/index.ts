export {
  AccountExport,
  AccountSession,
  AccountUser,
  AdminLogin,
  AdminSetupBody,
  AdminUser,
  AuditRow,
  BrowserKind,
  DeleteAccountBody,
  DeviceKind,
  KeyRecord,
  LoginBody,
  PasswordBody,
  ProofBody,
  RecoveryCodes,
  RegisterBody,
  Renewed,
  ResetBody,
  TotpCodeBody,
  TotpOffBody,
  TotpSecret,
  UserLogin,
  UserPlan,
} from './account.ts'
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
} from './admin.ts'
export {
  AdminTicket,
  AdminTicketChanges,
  AdminTickets,
  CannedReplies,
  CannedReply,
  ChangeTicketBody,
  CreateCannedReplyBody,
  CreateNoteBody,
  Presence,
  PresenceBody,
  TicketNote,
  TicketPlace,
  TicketSearch,
  WholeTicket,
} from './admin-ticket.ts'
export { AddedKey, CreateKeyBody, DemoKeyBody, KeyRecords, RefusedKey, TriedKey, TryKeyBody } from './api-keys.ts'
export { CarryRow, CarrySide, LIQUIDATION_UNKNOWN, LiquidationUnknown } from './carry-row.ts'
export { CATEGORIES, Category } from './category.ts'
export {
  ERROR_CODES,
  ERROR_STATUS,
  ErrorBody,
  type ErrorCode,
  FIELD_SENTENCES,
  KEY_FORM,
  PAPER_SENTENCES,
  SIGN_UP,
  TEXT_FORM,
} from './errors.ts'
export { ConfidenceBasis, RowState } from './every-row.ts'
export {
  CarryAnswer,
  CarryEvidence,
  EvidenceAnswer,
  EvidenceLeg,
  EvidenceLevel,
  EvidenceTier,
  SpotAnswer,
  SpotEvidence,
  TriAnswer,
  TriEvidence,
  TriLeg,
} from './evidence.ts'
export { EXCHANGE_IDS, ExchangeId } from './exchange.ts'
export { KEY_FORMATS, type KeyFormatMistake, keyFormatMistake, type TypedKey } from './exchange-key-format.ts'
export { FORM_SENTENCES, fieldSentence } from './field-sentence.ts'
export {
  ArticlePreview,
  ArticlePreviews,
  ArticleSearch,
  ArticleViews,
  ChangeArticleBody,
  CreateArticleBody,
  HelpArticle,
  HelpArticles,
  WholeArticle,
  WholeArticles,
} from './help-article.ts'
export { HEADERS, LIMITS, PATHS } from './http.ts'
export { LifetimeSource, Lifetimes, ModeLifetime, ReliabilityBin, RouteLifetime, SurvivalPoint } from './lifetimes.ts'
export { CryptoPrice, CryptoPrices, MarketStats } from './market.ts'
export { MODES, Mode } from './mode.ts'
export { NOTICE_VERSION } from './notice.ts'
export { OPERATOR_FIELDS, Operator, type OperatorField } from './operator.ts'
export { LEGAL_PAGES, type LegalPage, PAGES } from './pages.ts'
export {
  CreatePaperTradeBody,
  PAPER,
  PAPER_SHORTFALLS,
  PaperPortfolio,
  PaperTrade,
} from './paper.ts'
export {
  LIMITED_BY,
  PersonalRow,
  PersonalRows,
  Portfolio,
  PortfolioAsset,
  PortfolioExchange,
  UNVALUED,
} from './portfolio.ts'
export { LISTS, OpportunityRow, OpportunityRows } from './row.ts'
export { MOST_VIEWS, ReplaceViewsBody, SavedView, SavedViews } from './saved-view.ts'
export { DecimalText, ExactText, IsoTime } from './scalars.ts'
export { AnswerSource, MarketSource } from './source.ts'
export { SpotRow } from './spot-row.ts'
export {
  ENGINE_REASONS,
  EngineReason,
  EngineState,
  ExchangeStatus,
  FEED_STATES,
  FeedState,
  Status,
} from './status.ts'
export {
  STREAM_EVENTS,
  StreamDelta,
  type StreamEventName,
  StreamSnapshot,
  StreamStatus,
  StreamVersion,
} from './stream.ts'
export {
  CreateMessageBody,
  CreateTicketBody,
  SeenBody,
  StatusChange,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  Ticket,
  TicketChanges,
  TicketEvidence,
  TicketMessage,
  TicketPriority,
  TicketStatus,
  Tickets,
} from './ticket.ts'
export { TriRow } from './tri-row.ts'
