import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { BackupRefusal } from './backup-file.ts'
import { type CopyAccess, unsealed } from './sealed-copy.ts'

const NEWLINE = 10
/** Bytes of a line, at most; our rows are far shorter, and without a limit a damaged file could fill the memory. */
const MOST_LINE_BYTES = 64 * 1024 * 1024

/** The lines of a copy, without their ends. */
export async function* linesOf(file: string, access: CopyAccess): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const text = (pieces: AsyncIterable<Buffer>) => unsealed(pieces, file, access)
  // The generator below reads this pipeline's output, and a failure reaches it there.
  const read = pipeline(createReadStream(file), text, gunzip)
  read.catch(() => undefined)
  let rest: Buffer[] = []
  let restBytes = 0
  try {
    for await (const piece of gunzip as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
        const line = piece.subarray(start, end)
        yield rest.length === 0 ? line : Buffer.concat([...rest, line])
        rest = []
        restBytes = 0
        start = end + 1
      }
      if (start === piece.length) continue
      rest.push(piece.subarray(start))
      restBytes += piece.length - start
      if (restBytes > MOST_LINE_BYTES) throw new BackupRefusal(`${file} is no copy of Makas`)
    }
    await read
  } catch (error) {
    if (error instanceof BackupRefusal) throw error
    throw new BackupRefusal(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (restBytes > 0) throw new BackupRefusal(`${file} is cut off`)
}
