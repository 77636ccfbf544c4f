import type { Page, Route } from '@playwright/test'

/** How the server fails: an error that is not ours, our own words, no connection, or an answer that is lost after it was done. */
type Failure = 'broken' | 'said' | 'cut-off' | 'lost'

/** A sentence that only the test's own answer holds. */
export const OWN_SENTENCE = 'Sunucunun kendi cümlesi.'

async function fail(route: Route, how: Failure): Promise<void> {
  switch (how) {
    case 'broken':
      return route.fulfill({ status: 500, body: 'kaput' })
    case 'said':
      return route.fulfill({ status: 503, json: { detail: OWN_SENTENCE, code: 'internal' } })
    case 'cut-off':
      return route.abort()
    case 'lost': {
      const answer = await route.fetch()
      // What the server refused was not done: that answer arrives.
      return answer.ok() ? route.abort() : route.fulfill({ response: answer })
    }
  }
}

/** Fails calls of the page as told, until it is told otherwise; what is not to fail reaches the server. */
export type Failing = {
  /** The next so many calls of this method and path fail so, one after the other. */
  readonly next: (call: string, ...how: readonly Failure[]) => void
  /** Every call of these methods and paths fails so. */
  readonly every: (calls: readonly string[], how: Failure) => void
  /** This call reaches the server again. */
  readonly mend: (call: string) => void
  /** Failures that were ordered and have not come yet. */
  readonly left: (call: string) => number
}

/** `call`: such as `POST /api/tickets`. */
export async function failing(page: Page): Promise<Failing> {
  const once = new Map<string, Failure[]>()
  const always = new Map<string, Failure>()
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    const how = once.get(call)?.shift() ?? always.get(call)
    return how === undefined ? route.continue() : fail(route, how)
  })
  return {
    next: (call, ...how) => void once.set(call, [...(once.get(call) ?? []), ...how]),
    every: (calls, how) => {
      for (const call of calls) always.set(call, how)
    },
    mend: (call) => void always.delete(call),
    left: (call) => once.get(call)?.length ?? 0,
  }
}
