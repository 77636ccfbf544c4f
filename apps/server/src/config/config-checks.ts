import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { isIP } from 'node:net'
import { EXCHANGES, type ExchangeId, parseDecimal } from '@makas/domain'
import { parseRecording, RecordingError } from '../app/replay/recording.ts'

/** Whether a text is a plain decimal (no sign, no exponent) from `least` to below `below`. */
export function within(text: string, least: string, below: string): boolean {
  const value = /^\d{1,18}(\.\d{1,18})?$/.test(text) ? parseDecimal(text) : null
  return value !== null && Number(text) >= Number(least) && Number(text) < Number(below)
}

/** Parses JSON; `undefined`, which no schema accepts, for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The scheme of a URL with its colon; `undefined` where the text is no URL. */
export function protocolOf(text: string): string | undefined {
  return URL.canParse(text) ? new URL(text).protocol : undefined
}

/** Whether a text is http or https, a host, and nothing behind it. */
export function isOrigin(text: string): boolean {
  return /^https?:\/\/[^/?#@]+\/?$/.test(text) && URL.canParse(text)
}

/** Whether a text is an origin of this machine. */
export function isLoopbackOrigin(text: string): boolean {
  if (!isOrigin(text)) return false
  return isLoopbackHost(new URL(text).hostname)
}

/** Whether a host, as in a URL or alone, is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return /^(localhost|::1|\[::1\])$/.test(hostname) || /^127(\.\d{1,3}){3}$/.test(hostname)
}

/** Whether a text is an IP address, or a range in CIDR form. */
export function isAddressRange(text: string): boolean {
  const [address = '', bits, more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** Whether a text is the wire name of a supported exchange. */
export function isExchange(name: string): name is ExchangeId {
  return (EXCHANGES as readonly string[]).includes(name)
}

/** Whether a file or folder exists at the path, or may exist: nobody can tell below a folder that cannot be entered. */
export function exists(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

/** Whether the path is a folder that this process can see. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** Bytes of a recording that are looked at before it is played: a hundred lines or so. */
const HEAD_BYTES = 65_536

/** Whether a readable file begins like a recording: with lines of captured frames. */
export function isRecording(path: string): boolean {
  const head = Buffer.alloc(HEAD_BYTES)
  const file = openSync(path, 'r')
  const bytes = readSync(file, head)
  closeSync(file)
  const text = head.toString('utf8', 0, bytes)
  try {
    // The last line may be cut off.
    parseRecording(path, bytes < HEAD_BYTES ? text : text.slice(0, text.lastIndexOf('\n') + 1))
    return true
  } catch (error) {
    if (error instanceof RecordingError) return false
    throw error
  }
}

/** Whether the path is a file that this process may read. */
export function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** Whether a file is readable by its owner only (security.md 14, 15). */
export function isSecretFile(path: string): boolean {
  return isReadable(path) && (statSync(path).mode & 0o077) === 0
}
