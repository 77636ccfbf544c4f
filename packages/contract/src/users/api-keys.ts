import { EXCHANGES } from '@makas/domain'
import { KEY_FORM } from '../calls/errors.ts'
import { z } from '../calls/zod.ts'
import { keyForm, keyFormatMistake } from './exchange-key-format.ts'
import { KeyRecord } from './user.ts'

/** Longer than any field may be: the format rules refuse longer texts with sentences of their own. */
const typed = z.string().max(4_096)
const secret = typed.transform(keyForm)

/** What the wizard sends (CALL-11). */
export const CreateKeyBody = z
  .object({
    exchange_name: typed,
    api_key: secret,
    api_secret: secret,
    testnet: z.boolean(),
    passphrase: secret.nullish(),
  })
  .superRefine((body, context) => {
    const { exchange_name: exchange, testnet: isTestnet, api_key: apiKey, api_secret: secret, passphrase } = body
    const mistake = keyFormatMistake({ exchange, isTestnet, apiKey, secret, passphrase })
    if (mistake !== null) context.addIssue({ code: 'custom', path: [mistake.field], message: mistake.sentence })
  })
export type CreateKeyBody = z.infer<typeof CreateKeyBody>

const NAMES = {
  exchange_name: 'exchange',
  testnet: 'testMode',
  api_key: 'apiKey',
  api_secret: 'secretKey',
  passphrase: 'passphrase',
} as const

/** What the management page sends (CALL-14). */
export const TryKeyBody = z
  .object({
    exchange: typed,
    apiKey: secret,
    secretKey: secret,
    passphrase: secret.nullish(),
    testMode: z.boolean(),
  })
  .superRefine(({ exchange, apiKey, secretKey: secret, passphrase, testMode: isTestnet }, context) => {
    const mistake = keyFormatMistake({ exchange, isTestnet, apiKey, secret, passphrase })
    if (mistake !== null) context.addIssue({ code: 'custom', path: [NAMES[mistake.field]], message: mistake.sentence })
  })
export type TryKeyBody = z.infer<typeof TryKeyBody>

/** Which simulated exchange's account is to be connected. */
export const DemoKeyBody = z.object({ exchange_name: z.enum(EXCHANGES, { error: KEY_FORM.exchange }) })
export type DemoKeyBody = z.infer<typeof DemoKeyBody>

/** Every connection of the caller. */
export const KeyRecords = z.array(KeyRecord)

/** The exchange refused key or signature: nothing is stored (product-decisions.md 24). */
export const RefusedKey = z.object({ id: z.null(), is_valid: z.literal(false), permissions: z.object({}) })

/** The answer to a stored or refused key. */
export const AddedKey = z.union([KeyRecord, RefusedKey])

/** Whether a key would be taken, with a sentence for people. */
export const TriedKey = z.union([
  z.object({ success: z.literal(true), message: z.string() }),
  z.object({ success: z.literal(false), error: z.string() }),
])
export type TriedKey = z.infer<typeof TriedKey>
