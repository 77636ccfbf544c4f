/**
 * What a check found. `looked` counts what it read: a check that looked at nothing has not passed.
 */
export type Outcome =
  | { readonly kind: 'passed'; readonly looked: number; readonly remarks?: readonly string[] }
  /** What it has to look at is not here, and why. */
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'failed'; readonly problems: readonly string[] }

/** Judges a check by its problems and by how much it looked at; `least` is the number below which it proves nothing. */
export function judge(problems: readonly string[], looked: number, least = 1): Outcome {
  if (looked < least)
    return { kind: 'failed', problems: [`looked at ${looked}, expected at least ${least}`, ...problems] }
  return problems.length === 0 ? { kind: 'passed', looked } : { kind: 'failed', problems }
}
