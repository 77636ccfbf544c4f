import { FIELD_SENTENCES, SIGN_UP } from '@makas/contract'
import type { Problems } from '../../shared/forms/problems.ts'

/** Errors of a form with a password typed twice. Compares the two only if the first is valid. */
export function withAgain(problems: Problems<string>, password: string, again: string): Problems<string> {
  if (again === '') return { ...problems, again: FIELD_SENTENCES.missing }
  return password === again || problems.password !== undefined
    ? problems
    : { ...problems, again: SIGN_UP.passwordsDiffer }
}
