import { readFileSync } from 'node:fs'
import { AdminSetupBody } from '@makas/contract'
import type { z } from 'zod'
import { isSecretFile, parseJson } from './config-checks.ts'

const AdminFile = AdminSetupBody.omit({ token: true }).strict()

/** The admin of a bootstrap file; null where others may read it, or its content is anything else (security.md 14). */
export function readAdminFile(path: string): z.infer<typeof AdminFile> | null {
  if (!isSecretFile(path)) return null
  return AdminFile.safeParse(parseJson(readFileSync(path, 'utf8'))).data ?? null
}
