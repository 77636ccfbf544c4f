export { ERROR_CODES, ERROR_STATUS, ErrorBody, type ErrorCode } from './errors.ts'
export { EvidenceAnswer, EvidenceLeg, EvidenceLevel, SpotEvidence } from './evidence.ts'
export { EXCHANGE_IDS, ExchangeId } from './exchange.ts'
export { HEADERS, LIMITS, PATHS } from './http.ts'
export { CryptoPrice, CryptoPrices, MarketStats } from './market.ts'
export { ConfidenceBasis, MODES, Mode, OpportunityRow, OpportunityRows, RowState, SpotRow } from './row.ts'
export { DecimalText, ExactText, IsoTime } from './scalars.ts'
export { AnswerSource, MarketSource } from './source.ts'
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
