import { readFileSync } from 'node:fs'
import { Operator } from '@makas/contract'
import { isReadable, parseJson } from './config-checks.ts'

/** Reads the operator's data for the legal pages; null where the file cannot be read or has another content. */
export function readOperatorFile(path: string): Operator | null {
  if (!isReadable(path)) return null
  return Operator.safeParse(parseJson(readFileSync(path, 'utf8'))).data ?? null
}
