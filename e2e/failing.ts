import type { Locator, Page, Route } from '@playwright/test'

/**
 * How a call fails: with a foreign error (`broken`), with our own words (`said`), without a connection (`cut-off`), or
 * done but with its answer lost (`lost`).
 */
type Failure = 'broken' | 'said' | 'cut-off' | 'lost'

/** A sentence that only the test's own answer has. */
export const OWN_SENTENCE = 'Sunucunun kendi cümlesi.'

/** The server's answer after a fault of its own. */
export const BROKEN = { status: 500, json: { detail: 'Beklenmeyen bir hata oluştu.', code: 'internal' } }

type Reply = Parameters<Route['fulfill']>[0]

/** Answers the page's calls of this method in place of the server; other calls go on. */
export async function answerCall(
  page: Page,
  method: string,
  address: string | RegExp,
  reply: Reply | ((route: Route) => Promise<void>),
): Promise<void> {
  await page.route(address, (route) => {
    if (route.request().method() !== method) return route.fallback()
    return typeof reply === 'function' ? reply(route) : route.fulfill(reply)
  })
}

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
      // The server refused the call and did nothing: its answer arrives.
      return answer.ok() ? route.abort() : route.fulfill({ response: answer })
    }
  }
}

/** Fails calls of the page on command; all other calls reach the server. */
export type Failing = {
  /** Fails the next calls of this method and path, one for each `how`. */
  readonly next: (call: string, ...how: readonly Failure[]) => void
  /** Fails every call of these methods and paths. */
  readonly every: (calls: readonly string[], how: Failure) => void
  /** Lets this call reach the server again. */
  readonly restore: (call: string) => void
  /** Holds all calls of this method and path until the returned function lets these and later calls through. */
  readonly hold: (call: string) => () => void
  /** Number of ordered failures that have not happened yet. */
  readonly left: (call: string) => number
}

/** `call`: method and path, such as `POST /api/tickets`. */
export async function failing(page: Page): Promise<Failing> {
  const once = new Map<string, Failure[]>()
  const always = new Map<string, Failure>()
  const held = new Map<string, Promise<void>>()
  await page.route('**/api/**', async (route) => {
    const request = route.request()
    const call = `${request.method()} ${new URL(request.url()).pathname}`
    await held.get(call)
    const how = once.get(call)?.shift() ?? always.get(call)
    return how === undefined ? route.continue() : fail(route, how)
  })
  return {
    next: (call, ...how) => void once.set(call, [...(once.get(call) ?? []), ...how]),
    every: (calls, how) => {
      for (const call of calls) always.set(call, how)
    },
    restore: (call) => void always.delete(call),
    hold: (call) => {
      let letThrough: (() => void) | undefined
      held.set(call, new Promise((resolve) => (letThrough = resolve)))
      return () => {
        always.delete(call)
        held.delete(call)
        letThrough?.()
      }
    },
    left: (call) => once.get(call)?.length ?? 0,
  }
}

/** Presses the button that tries a part again. Holds polls meanwhile: an answer would remove the button. */
export async function tryAgain(part: Locator, server: Failing, call: string): Promise<void> {
  const release = server.hold(call)
  const asked = part.page().waitForRequest(`**${call.replace('GET ', '')}`)
  await part.getByRole('button', { name: 'Yeniden dene' }).click()
  await asked
  release()
}
