export {
  AccountExport,
  AccountUser,
  AdminLogin,
  AdminSetupBody,
  AdminUser,
  AuditRow,
  DeleteAccountBody,
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
export { ChangeUserBody, DashboardStats, ManagedUser, ManagedUsers, UserSearch } from './admin.ts'
export { CreateKeyBody, KeyRecords, RefusedKey, TriedKey, TryKeyBody } from './api-keys.ts'
export { CarryRow, CarrySide, LIQUIDATION_UNKNOWN, LiquidationUnknown } from './carry-row.ts'
export { CATEGORIES, Category } from './category.ts'
export {
  ERROR_CODES,
  ERROR_STATUS,
  ErrorBody,
  type ErrorCode,
  FIELD_SENTENCES,
  KEY_FORM,
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
export { ArticleViews, ChangeArticleBody, CreateArticleBody, HelpArticle, HelpArticles } from './help-article.ts'
export { HEADERS, LIMITS, PATHS } from './http.ts'
export { LifetimeSource, Lifetimes, ModeLifetime, ReliabilityBin, RouteLifetime, SurvivalPoint } from './lifetimes.ts'
export { CryptoPrice, CryptoPrices, MarketStats } from './market.ts'
export { MODES, Mode } from './mode.ts'
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
  AdminTicket,
  AdminTickets,
  ChangeTicketBody,
  CreateMessageBody,
  CreateTicketBody,
  TICKET_PRIORITIES,
  TICKET_STATUSES,
  Ticket,
  TicketMessage,
  TicketPriority,
  TicketStatus,
  Tickets,
} from './ticket.ts'
export { TriRow } from './tri-row.ts'
