import { expect, test } from 'vitest'
import { startEngineThread } from './engine-thread.ts'

const ENTRY = new URL('../testing/crashing.worker.ts', import.meta.url)

test.each([
  ['throw', /^Error: planted\n/],
  ['reject', /planted rejection/],
  ['exit', /^exit 3$/],
])('[L5] a thread that ends by %s is heard to the last word and ends once, with the reason', async (how, reason) => {
  const thread = startEngineThread(ENTRY, how)
  const heard: unknown[] = []
  const ends: string[] = []
  thread.onMessage((message) => heard.push(message))
  await new Promise<void>((resolve) =>
    thread.onEnd((why) => {
      ends.push(why)
      resolve()
    }),
  )
  await thread.terminate()
  expect(heard).toEqual([{ kind: 'metrics', requestId: 1, text: how }])
  expect(ends).toEqual([expect.stringMatching(reason)])
})
