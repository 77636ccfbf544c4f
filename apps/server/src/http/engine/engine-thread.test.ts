import { getCompileCacheDir } from 'node:module'
import { expect, test } from 'vitest'
import type { EngineMessage } from '../../app/engine-protocol/messages.ts'
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

const toldBy = async (): Promise<unknown> => {
  const thread = startEngineThread(new URL('../testing/native-parts.worker.ts', import.meta.url), null)
  const told = await new Promise<EngineMessage>((resolve) => thread.onMessage(resolve))
  await thread.terminate()
  return told.kind === 'lifetimes' ? JSON.parse(told.json) : null
}

// A native part of `ws` aborts the whole process when it is loaded in a thread that is being ended: about one stop of
// the server in a hundred did.
test('[L1] a thread of the engine has sockets without native parts', async () => {
  expect(await toldBy()).toMatchObject({ native: 'none' })
})

test('a thread of the engine uses the compiled code of its process, and has its own room for young objects', async () => {
  const code = getCompileCacheDir()
  expect(await toldBy()).toMatchObject({ ...(code === undefined ? {} : { code }), young: 12 })
})
