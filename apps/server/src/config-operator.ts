import { readFileSync } from 'node:fs'
import { Operator } from '@makas/contract'
import { isReadable, parseJson } from './config-checks.ts'

/** The operator's own data for the legal pages; null where the file cannot be read or holds anything else. */
export function readOperatorFile(path: string): Operator | null {
  if (!isReadable(path)) return null
  return Operator.safeParse(parseJson(readFileSync(path, 'utf8'))).data ?? null
}
