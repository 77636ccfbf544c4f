/**
 * Time after which an order has reached its exchange or never will, ms: it is signed within 5 s, and exchanges refuse
 * requests signed more than 5 s before, by clocks that differ by a second at most. A failed look-up proves nothing
 * before this time, and alone proves nothing after it. An accepted order has arrived.
 */
export const ARRIVED_MS = 20_000
/** Rounds in a row in which all that an exchange has must agree before an order counts as never sent. */
export const AGREED_ROUNDS = 2
