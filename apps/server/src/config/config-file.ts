import { readFileSync } from 'node:fs'
import { EXCHANGES, type FeeOverrides } from '@makas/domain'
import { z } from 'zod'
import { DEFAULT_CARRY } from '../app/market/detect/carry-settings.ts'
import { DEFAULT_SPOT_CAP, DEFAULT_TRI_CAP } from '../app/market/detect/default-caps.ts'
import { parseJson, within } from './config-checks.ts'

const decimalBetween = (least: string, below: string) =>
  z.string().refine((text) => within(text, least, below), `must be a decimal text from ${least} to below ${below}`)

const Rate = decimalBetween('0', '1')
const FeeOverrideText = z.union([Rate, z.null(), z.strictObject({ spot: Rate.nullish(), perp: Rate.nullish() })], {
  error: 'must be a fee such as "0.001", {"spot", "perp"} or null',
})
const ExchangeId = z.enum(EXCHANGES)
const Fees = z.partialRecord(ExchangeId, FeeOverrideText)
/** A decimal as JSON text or as a JSON number without an exponent, which becomes its text. */
const decimal = (least: string, below: string) =>
  z.union([z.number().transform(String), z.string()]).pipe(decimalBetween(least, below))
const YearlyRate = decimal('0', '100')
const MarginRate = decimal('0', '1')
/** Yearly borrow rate by exchange and asset, a fraction as decimal text; no coin is listed in small letters alone. */
const Borrow = z.partialRecord(
  ExchangeId,
  z
    .record(z.string().min(1).max(32), YearlyRate)
    .refine(
      (rates) => Object.keys(rates).every((coin) => coin === coin.toUpperCase() || coin !== coin.toLowerCase()),
      'must name coins as they are listed, such as BTC',
    ),
)
const Amount = decimal('0', '1000000000000000')
/** `[floor, maintenance margin rate, cum]` rows by exchange and instrument (formulas.md §3). */
const TierTable = z.partialRecord(
  ExchangeId,
  z.record(
    z.string().min(1).max(64),
    z
      .array(z.tuple([Amount, MarginRate, Amount]))
      .min(1)
      .refine(
        (rows) =>
          rows.every(([floor], at) => (at === 0 ? Number(floor) === 0 : Number(floor) > Number(rows[at - 1]?.[0]))),
        'must begin at 0 and rise from floor to floor',
      ),
  ),
)
const Cap = z
  .union([z.number(), z.string()], { error: 'must be an amount above 0' })
  .transform(String)
  .refine(
    (text) => Number(text) > 0 && within(text, '0', '1000000000'),
    'must be an amount above 0, at most nine digits',
  )

/** Schema of the file that CONFIG_FILE names. */
const ConfigFile = z.strictObject({
  fees: Fees.optional(),
  spot_cap: Cap.default(DEFAULT_SPOT_CAP),
  carry_cap: Cap.default(DEFAULT_CARRY.cap),
  tri_cap: Cap.default(DEFAULT_TRI_CAP),
  hold_days: z.int().min(1).max(3650).default(DEFAULT_CARRY.holdDays),
  borrow_rates: Borrow.default({}),
  tiers: TierTable.default({}),
})

export type FileSettings = Omit<z.infer<typeof ConfigFile>, 'fees'> & { readonly fees: FeeOverrides | undefined }

/**
 * Parses the JSON of `--fees`, in the form of the configuration file's `fees`; returns the fees or the mistakes as
 * text.
 */
export function parseFeeOverrides(text: string): { readonly fees: FeeOverrides } | { readonly error: string } {
  const json = parseJson(text)
  if (json === undefined) return { error: 'is no JSON' }
  const fees = Fees.safeParse(json)
  if (!fees.success) return { error: fees.error.issues.map(inWords).join('; ') }
  return { fees: feesOf(fees.data) ?? {} }
}

/** Drops `undefined` fields, which the type of the overrides does not accept in place of missing ones. */
function feesOf(fees: z.infer<typeof Fees> | undefined): FeeOverrides | undefined {
  return fees === undefined ? undefined : (JSON.parse(JSON.stringify(fees)) as FeeOverrides)
}

/** The settings of the file at `path` (the defaults without one), and every mistake in it, one line each. */
export function readConfigFile(path: string | undefined): {
  readonly value: FileSettings
  readonly mistakes: readonly string[]
} {
  const defaults = { ...ConfigFile.parse({}), fees: undefined }
  const refused = (...mistakes: string[]) => ({
    value: defaults,
    mistakes: mistakes.map((one) => `CONFIG_FILE: ${one}`),
  })
  if (path === undefined) return { value: defaults, mistakes: [] }
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    return refused(`cannot be read: ${error instanceof Error ? error.message : error}`)
  }
  const json = parseJson(text)
  if (json === undefined) return refused('is no JSON')
  const parsed = ConfigFile.safeParse(json)
  if (!parsed.success) return refused(...parsed.error.issues.map(inWords))
  return { value: { ...parsed.data, fees: feesOf(parsed.data.fees) }, mistakes: [] }
}

const inWords = ({ path, message }: z.core.$ZodIssue): string =>
  path.length === 0 ? message : `${path.join('.')}: ${message}`
