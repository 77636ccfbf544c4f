import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { lazyLayer } from './lazy-layer.tsx'

/** What is drawn once everything is loaded. */
async function drawn(Layer: (props: object) => React.ReactNode): Promise<string> {
  const { prelude } = await prerender(<Layer />)
  return (await new Response(prelude).text()).replaceAll(/<script.*?<\/script>|<[^>]*>/g, '')
}

const unreachable = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

test('a component is drawn once its code is loaded', async () => {
  expect(await drawn(lazyLayer('Grafik', async () => () => <p>çizildi</p>))).toBe('çizildi')
})

test('a part whose code cannot be loaded says so in its place, and loads when it is opened again', async () => {
  let tries = 0
  const Layer = lazyLayer('Grafik', async () => {
    tries += 1
    return tries === 1 ? unreachable() : () => <p>çizildi</p>
  })
  expect(await drawn(Layer)).toBe(
    'Grafik: yüklenemedi. Bağlantınız kesilmiş ya da site güncellenmiş olabilir. Yeniden dene',
  )
  expect(await drawn(Layer)).toBe('çizildi')
})

test('a part that fails twice offers to reload the page', async () => {
  const Layer = lazyLayer('Grafik', unreachable)
  await drawn(Layer)
  expect(await drawn(Layer)).toContain('Yeniden yükle')
})

test('a part without a name fails silently', async () => {
  expect(await drawn(lazyLayer(null, unreachable))).toBe('')
})
