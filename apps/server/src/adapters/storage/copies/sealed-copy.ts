import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SealingKey } from '../../system/keys/key-ring.ts'
import { BackupRefusal, type Head, lineOf, objectOf } from './backup-file.ts'

/**
 * A sealed copy is a readable head line, then the compressed text in chunks, each encrypted and authenticated
 * (AES-256-GCM) under a key of this file alone. A chunk's nonce is its number and whether it is the last, and the head
 * is authenticated with each chunk: none can be changed, left out, doubled, exchanged or brought in from another file.
 */
const CIPHER = 'aes-256-gcm'
const CHUNK_BYTES = 64 * 1024
const TAG_BYTES = 16
const SEALED_BYTES = CHUNK_BYTES + TAG_BYTES
const SALT_BYTES = 32
const MOST_HEAD_BYTES = 4_096
const NEWLINE = 10
const GZIP = Buffer.from([0x1f, 0x8b])

/** How a copy may be read: `keys` is empty where there is no key file. */
export type CopyAccess = { readonly keys: readonly SealingKey[]; readonly takesPlain: boolean }

type Bytes = AsyncIterable<Buffer>

export async function* sealed(text: Bytes, head: Head, key: SealingKey): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const line = Buffer.from(lineOf({ ...head, makas: 'sealed-copy', key: key.id, salt: salt.toString('base64') }))
  const fileKey = fileKeyOf(key, salt)
  yield line
  for await (const { bytes, nth, isLast } of chunksOf(text, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, fileKey, nonceOf(nth, isLast))
    cipher.setAAD(line)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** The compressed text of a copy, sealed or plain. @throws BackupRefusal before it yields anything that was changed */
export async function* unsealed(pieces: Bytes, file: string, access: CopyAccess): AsyncGenerator<Buffer> {
  const { line, rest } = await headOf(pieces)
  if (line === null) {
    if (!access.takesPlain) {
      throw new BackupRefusal(
        `${file} is no encrypted copy of Makas, and nothing proves who wrote it: --plain takes a plain copy`,
      )
    }
    yield* rest
    return
  }
  const { key: id, salt } = objectOf(line)
  if (typeof id !== 'string' || typeof salt !== 'string') throw new BackupRefusal(`${file} is damaged in its head`)
  const key = access.keys.find((one) => one.id === id)
  if (key === undefined) {
    const who = id.slice(0, 80)
    throw new BackupRefusal(
      `${file} was made with another key file (${who}): put that one in the place of MASTER_KEY_FILE first`,
    )
  }
  const fileKey = fileKeyOf(key, Buffer.from(salt, 'base64'))
  const open = (bytes: Buffer, nth: number, isLast: boolean) => opened(bytes, line, fileKey, nonceOf(nth, isLast))
  for await (const { bytes, nth, isLast } of chunksOf(rest, SEALED_BYTES)) {
    const text = open(bytes, nth, isLast)
    if (text === null) {
      const isCut = isLast && open(bytes, nth, false) !== null
      throw new BackupRefusal(`${file} ${isCut ? 'is cut off' : `is damaged or was changed (part ${nth + 1})`}`)
    }
    yield text
  }
}

const fileKeyOf = (key: SealingKey, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', key.derive(), salt, 'makas/copy-file/1', 32))

function nonceOf(nth: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(nth, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** The text of a chunk; null where the chunk is not what was sealed in this place of this file. */
function opened(bytes: Buffer, head: Buffer, key: Buffer, nonce: Buffer): Buffer | null {
  if (bytes.length < TAG_BYTES) return null
  const end = bytes.length - TAG_BYTES
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(head)
  decipher.setAuthTag(bytes.subarray(end))
  const text = decipher.update(bytes.subarray(0, end))
  try {
    return Buffer.concat([text, decipher.final()])
  } catch {
    return null
  }
}

type Chunk = { readonly bytes: Buffer; readonly nth: number; readonly isLast: boolean }

/** Cuts a stream into chunks of one size; the last chunk may be shorter, and an empty stream has one too. */
async function* chunksOf(pieces: Bytes, size: number): AsyncGenerator<Chunk> {
  let held: Buffer = Buffer.alloc(0)
  let nth = 0
  for await (const piece of pieces) {
    held = held.length === 0 ? piece : Buffer.concat([held, piece])
    let start = 0
    // A full chunk is the last unless another byte follows.
    for (; held.length - start > size; start += size)
      yield { bytes: held.subarray(start, start + size), nth: nth++, isLast: false }
    held = held.subarray(start)
  }
  yield { bytes: held, nth, isLast: true }
}

/**
 * The head line of a sealed copy with its end, and what follows. Without a head line `line` is null, and nothing is
 * cut.
 */
async function headOf(pieces: Bytes): Promise<{ line: Buffer | null; rest: AsyncGenerator<Buffer> }> {
  const reader = pieces[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  let end = -1
  while (end < 0 && held.length < MOST_HEAD_BYTES && !held.subarray(0, 2).equals(GZIP)) {
    const next = await reader.next()
    if (next.done) break
    held = Buffer.concat([held, next.value])
    end = held.indexOf(NEWLINE)
  }
  const line = held.subarray(0, end + 1)
  const isSealed = objectOf(line).makas === 'sealed-copy'
  const first = isSealed ? held.subarray(end + 1) : held
  async function* rest() {
    yield first
    for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value
  }
  return { line: isSealed ? line : null, rest: rest() }
}
