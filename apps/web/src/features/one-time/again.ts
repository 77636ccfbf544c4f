import { FIELD_SENTENCES, SIGN_UP } from '@makas/contract'
import type { Problems } from '../../shared/forms/problems.ts'

/** The problems of a form with a password that is typed twice: a second one is only judged beside a good first one. */
export function withAgain(problems: Problems<string>, password: string, again: string): Problems<string> {
  if (again === '') return { ...problems, again: FIELD_SENTENCES.missing }
  return password === again || problems.password !== undefined
    ? problems
    : { ...problems, again: SIGN_UP.passwordsDiffer }
}
