import type { OperatorField } from '@makas/contract'
import { member } from './api/get-plain.ts'

let fieldsInHead: unknown

/** A field of this installation's operator, which the server writes into the page's head; undefined if not set. */
export function operatorField(field: OperatorField): string | undefined {
  fieldsInHead ??= readHead()
  const value = member(fieldsInHead, field)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function readHead(): unknown {
  if (typeof document === 'undefined') return {}
  const text = document.querySelector<HTMLMetaElement>('meta[name=makas-operator]')?.content
  if (text === undefined) return {}
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
