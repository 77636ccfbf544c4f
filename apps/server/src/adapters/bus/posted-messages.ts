import type { BusAnswer, StateVersion } from '../../app/ports/system/bus.ts'

/** From a member to the hub. */
export type ToHub =
  | { readonly kind: 'publish'; readonly topic: string; readonly version: StateVersion; readonly bytes: Uint8Array }
  | { readonly kind: 'withdraw' | 'watch' | 'unwatch' | 'serve' | 'unserve'; readonly topic: string }
  | { readonly kind: 'ask'; readonly id: number; readonly topic: string; readonly bytes: Uint8Array }
  /** `id`: the hub's number of the question. */
  | { readonly kind: 'answer'; readonly id: number; readonly answer: BusAnswer }

/** From the hub to a member. */
export type FromHub =
  | { readonly kind: 'state'; readonly topic: string; readonly version: StateVersion; readonly bytes: Uint8Array }
  | { readonly kind: 'asked'; readonly id: number; readonly topic: string; readonly bytes: Uint8Array }
  | { readonly kind: 'answered'; readonly id: number; readonly answer: BusAnswer }
