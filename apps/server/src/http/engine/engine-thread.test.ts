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
  expect(heard).toEqual([{ kind: 'lifetimes', requestId: 1, json: how }])
  expect(ends).toEqual([expect.stringMatching(reason)])
})

// A native part of `ws` aborts the whole process when it is loaded in a thread that is being ended: about one stop of
// the server in a hundred did.
test('[L1] a thread of the engine has sockets without native parts', async () => {
  const thread = startEngineThread(new URL('../testing/native-parts.worker.ts', import.meta.url), null)
  const parts = await new Promise((resolve) => thread.onMessage(resolve))
  await thread.terminate()
  expect(parts).toEqual({ kind: 'lifetimes', requestId: 1, json: 'native: none' })
})
