import { test } from 'vitest'
import { linear, perpRig } from '../testing/perp-rig.ts'

test.concurrent('[F4] a product that is refused without its name is found, and takes no other with it', async (context) => {
  const { expect } = context
  const { rig } = await perpRig(context, 'kraken', 8)
  rig.feed.start()
  await rig.until('a list', () => rig.listed.length > 0)
  rig.want(['PF_NOPEUSD', ...linear(rig.listed)])
  await rig.until('all others', () => rig.live === rig.slots.size - 1)
  await rig.until('the refusals', () => rig.status().refusedSubscriptions === 2)
  expect(
    rig.logs.filter(({ event }) => event === 'feed.subscription-refused').map(({ data }) => [data.of, data.symbols]),
  ).toEqual(
    expect.arrayContaining([
      ['books', ['PF_NOPEUSD']],
      ['marks', ['PF_NOPEUSD']],
    ]),
  )
})

test.concurrent('[F3] ticking marks do not hide that all books are silent', async (context) => {
  const { rig, simulator } = await perpRig(context, 'kraken', 8)
  await rig.startWith(linear)
  simulator.pause()
  const left = () => rig.controls.filter(({ kind }) => kind === 'unsubscribed').length
  await rig.until('all books asked for again', () => left() >= rig.books.length)
})
