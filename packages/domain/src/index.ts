export { Book } from './book/book.ts'
export { digitsChecksum, pairsChecksum } from './book/book-checksum.ts'
export { BookSide, packDecimals, WIDE } from './book/book-side.ts'
export { BookSlot, type BookState, type LossReason, type SizeUnit } from './book/book-slot.ts'
export { usedBytes } from './book/core.ts'
export { FrameApplier, type FrameOutcome } from './book/frame-applier.ts'
export { type Checksum, type FrameShape, frameShape, type ShapeStep } from './book/frame-shape.ts'
export { LATE_LIMIT_MS, limitOf, nextRhythm } from './book/freshness.ts'
export { type CarryFinding, type CarryRejection, detectCarry } from './detect/carry/carry.ts'
export {
  atHold,
  atLeverage,
  type CarryAccount,
  type CarryLines,
  type CarryResult,
  type CarrySide,
  carryResult,
  type Leverage,
} from './detect/carry/carry-account.ts'
export { netApyPercent } from './detect/carry/carry-yield.ts'
export { FundingHistory, type FundingMean, LEAST_SETTLED, MOST_SETTLED } from './detect/carry/funding.ts'
export {
  type Liquidation,
  liquidation,
  liquidationDistance,
  type MaintenanceTier,
  maintenanceTiers,
} from './detect/carry/liquidation.ts'
export type { Leg, LegTerms } from './detect/leg.ts'
export { QUARANTINE_PERCENT } from './detect/quarantine.ts'
export {
  SIMULATED_COSTS,
  type SimulatedLine,
  simulatedCarry,
  simulatedTrade,
  tourAmount,
  tourProfit,
} from './detect/simulation.ts'
export { affordSpot } from './detect/spot/afford.ts'
export { detectSpot, type SpotRejection } from './detect/spot/spot.ts'
export type { SpotAccount } from './detect/spot/spot-account.ts'
export { CycleScreen } from './detect/triangular/cycle-screen.ts'
export { type CycleMarket, type Cycles, findCycles, isSell, marketOf } from './detect/triangular/cycles.ts'
export type { TriangularAccount } from './detect/triangular/tri-account.ts'
export type { TriangularLeg } from './detect/triangular/tri-ladder.ts'
export { detectTriangular, type TriangularLegs, type TriangularRejection } from './detect/triangular/triangular.ts'
export { type ForecastScore, ForecastWindow } from './lifecycle/brier.ts'
export { confidenceOf, PRIOR_MEDIAN_MS, priorConfidence } from './lifecycle/confidence.ts'
export {
  CENSORS,
  type Censor,
  cameTrue,
  Episode,
  type EpisodeEnd,
  type FinishedEpisode,
} from './lifecycle/episode.ts'
export { CLOSED, type LifecycleState, nextLifecycle, type Verdict } from './lifecycle/lifecycle-state.ts'
export { type ByMode, byMode, MODES, type Mode, sumOfModes } from './lifecycle/mode.ts'
export { SurvivalCurve } from './lifecycle/survival.ts'
export { SurvivalWindow } from './lifecycle/survival-window.ts'
export { isCapQuote } from './market/cap-quote.ts'
export { EXCHANGE_TITLES, EXCHANGES, type ExchangeId, type MarketKind } from './market/exchange.ts'
export { EXCHANGE_FACTS } from './market/exchange-facts.ts'
export { type FeeOverrides, paysTierFee, takerFee } from './market/fees.ts'
export type { AssetId } from './market/identity/asset.ts'
export { assetOf } from './market/identity/asset-of.ts'
export type { Instrument } from './market/instrument.ts'
export type { MarginTier, SettledRate, TierTable } from './market/perp.ts'
export { isHub, ownerOf, type Shard, shardOf, WHOLE } from './market/shard.ts'
export {
  type Decimal,
  decimalText,
  mantissaAt,
  parseDecimal,
  parseExact,
  pow10,
  trimmed,
  wholeText,
} from './money/decimal.ts'
export {
  add,
  compare,
  divide,
  exactText,
  multiply,
  ONE,
  ofDecimal,
  type Ratio,
  ratio,
  ratioOfText,
  subtract,
  ZERO,
} from './money/ratio.ts'
export { rounded, rowNumber, rowPrice } from './money/rounding.ts'
export { type CapturedSide, capturedFor } from './paper/captured-side.ts'
export { type PaperFill, type PaperOrder, paperFill, paperOrder } from './paper/paper-fill.ts'
export { foldText } from './text/fold.ts'
export { excerptOf, plainText } from './text/plain-text.ts'
export { hasWords, searchWords, stretchesOf } from './text/search.ts'
export { UNSEEN, visibleText } from './text/unseen.ts'
export {
  type AccountMove,
  accountMoves,
  isAccountedFor,
  joined as joinedMoves,
  leftToOwner,
} from './trade/account-moves.ts'
export { isHeldAsKnown } from './trade/held-after.ts'
export {
  nextStep,
  type OrderResult,
  type SentOrder,
  type TradeOrder,
  type TradeOutcome,
  type TradeStep,
} from './trade/next-step.ts'
export { planTrade, type TradePlan } from './trade/plan-trade.ts'
export { type TradeLeft, tradeLeft } from './trade/trade-left.ts'
export { type OfferedLeg, paysFeeInQuote, type TradeLeg, withFee } from './trade/trade-leg.ts'
export { tradeSums } from './trade/trade-sums.ts'
