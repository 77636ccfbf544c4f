/** Result of a check. `looked` counts what it read: a check that read nothing has not passed. */
export type Outcome =
  | { readonly kind: 'passed'; readonly looked: number }
  | { readonly kind: 'failed'; readonly problems: readonly string[] }

/** Makes a check's result; fails on any problem, and where it looked at fewer than `least` things. */
export function judge(problems: readonly string[], looked: number, least = 1): Outcome {
  if (looked < least)
    return { kind: 'failed', problems: [`looked at ${looked}, expected at least ${least}`, ...problems] }
  return problems.length === 0 ? { kind: 'passed', looked } : { kind: 'failed', problems }
}
