import { expect, test } from 'vitest'
import { recordFigure } from '../../../../scripts/figure.ts'
import { isLongRun } from '../../../../scripts/run-length.ts'
import { eventually } from '../http/testing/test-server.ts'
import { WatchedServer } from './testing/watched-server.ts'

const BLOCKED_MS = 500
const LONGEST_TRY = 6
/** Time after the start at which the loop is surely watched, ms: the watch begins after 5 s. */
const WATCHED_AFTER_MS = 7_000
/**
 * Time in which the watch logs one block only, ms: an earlier block, such as loading code, would hide the planted one.
 */
const TOLD_EVERY_MS = 10_500
/** Time in which frames are counted, ms. */
const FRAMES_MS = isLongRun ? 5_000 : 1_500
const FRAMES = 'makas_book_frames_total'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('[C6] a handler that holds the event loop is logged with its stack, and frames are read meanwhile', {
  timeout: 300_000,
}, async (context) => {
  const server = await WatchedServer.started()
  context.onTestFinished(() => server.remove())
  const troubles = async () =>
    (await server.figure('makas_book_gaps_total')) + (await server.figure('makas_feed_reconnects_total'))
  await server.becomes({ database: 'ready' })
  await sleep(Math.max(0, WATCHED_AFTER_MS - server.process.ageMs))
  const before = await troubles()

  // On a busy machine the watch itself may be late, or another block be logged: then a longer one is tried.
  const told = () => server.logged('event-loop-blocked').find(({ stack }) => String(stack).includes('at holdTheLoop'))
  let tries = 0
  await eventually(async () => {
    const quietMs = Date.now() - Number(server.logged('event-loop-blocked').at(-1)?.time ?? 0)
    if (quietMs < TOLD_EVERY_MS) return told() !== undefined
    tries++
    await server.hold(BLOCKED_MS * Math.min(tries, LONGEST_TRY))
    await sleep(200)
    return told() !== undefined
  }, 90_000)
  const line = told()
  expect([line?.level, line?.stack]).toEqual([
    40,
    expect.stringMatching(/at holdTheLoop \(file:.*\/inside\.ts:\d+:\d+\)\nat Server\.emit/),
  ])

  const begun = await server.figure(FRAMES)
  const begunAt = performance.now()
  await sleep(FRAMES_MS)
  const usual = (await server.figure(FRAMES)) - begun
  const usualMs = performance.now() - begunAt
  const freely = usual / usualMs
  const heldFrom = await server.figure(FRAMES)
  const heldAt = performance.now()
  await server.hold(FRAMES_MS)
  const whileHeld = (await server.figure(FRAMES)) - heldFrom
  const held = whileHeld / (performance.now() - heldAt)
  expect(whileHeld).toBeGreaterThan(0)
  if (isLongRun) expect(await troubles()).toBe(before)
  if (isLongRun) expect(held).toBeGreaterThan(0.5 * freely)
  recordFigure(context, {
    row: 'C6',
    wanted: 'a busy loop of 500 ms in a handler: logged with its stack; feeds run apart from request work',
    measured:
      `logged at try ${tries} after ${line?.forMs} ms of it, with the handler's name; ${Math.round(1_000 * held)} frames/s read while a handler held the loop for ${FRAMES_MS / 1_000} s, ` +
      `${Math.round(1_000 * freely)} before; no gap and no reconnect`,
    seed: 0,
  })
})
