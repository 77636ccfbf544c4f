/** Fields in which the four exchanges name the kind of a message. */
const KIND_FIELDS = ['channel', 'topic', 'e', 'event', 'feed', 'method', 'op'] as const
/** Events about a connection alone, not about a book: the first event of Kraken's futures, OKX's count and notices. */
const GREETING = /\bevent=(info|channel-conn-count|notice)\b/
/** Deepest level at which an exchange's answer has its list. */
const LIST_DEPTH = 2

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null

/** Parses JSON; null for any other text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The number of entries of the longest list in an answer: an array, or an object, of objects. */
export function entriesIn(text: string): number {
  const longest = (value: unknown, depth: number): number => {
    if (Array.isArray(value)) return value.filter((one) => fieldsOf(one) !== null).length
    const fields = fieldsOf(value)
    if (fields === null || depth > LIST_DEPTH) return 0
    const values = Object.values(fields)
    const own = values.every((one) => fieldsOf(one) !== null) ? values.length : 0
    return Math.max(own, ...values.map((one) => longest(one, depth + 1)))
  }
  return longest(parsed(text), 0)
}

/** What kind of message a text is: its fields, and the words by which exchanges name a kind, without any symbol. */
export function signatureOf(text: string): string {
  const fields = fieldsOf(parsed(text))
  if (fields === null) return text.trimStart().startsWith('[') ? 'array' : 'no object'
  const words = KIND_FIELDS.flatMap((field) => {
    const word = fields[field]
    return typeof word === 'string' ? [`${field}=${word.split('.')[0]}`] : []
  })
  const channel = fieldsOf(fields.arg)?.channel
  return [...Object.keys(fields).sort(), ...words, ...(typeof channel === 'string' ? [`arg=${channel}`] : [])].join(' ')
}

/** Whether a kind of message concerns its connection alone, so that no reader needs it. */
export const isGreeting = (kind: string): boolean => GREETING.test(kind)
