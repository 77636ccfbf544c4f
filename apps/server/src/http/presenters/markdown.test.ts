import { expect, test } from 'vitest'
import { markdownHtml } from './markdown.ts'

const LENGTH = 50_000

test.each([
  ['a heading', '# Carry', '<h2>Carry</h2>'],
  ['a deep heading', '##### Son', '<h4>Son</h4>'],
  ['a paragraph of two lines', 'bir\niki', '<p>bir iki</p>'],
  ['bullets', '- a\n- **b**', '<ul><li>a</li><li><strong>b</strong></li></ul>'],
  ['numbers', '1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
  ['a quote', '> söz', '<blockquote><p>söz</p></blockquote>'],
  ['code', '```\na < b\n- c\n```\nd', '<pre><code>a &#60; b\n- c</code></pre>\n<p>d</p>'],
  [
    'a table',
    '| a | b |\n|---|---|\n| 1 | 2 |',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
  ],
  ['a link within the site', '[yardım](/help)', '<p><a href="/help" rel="noopener nofollow">yardım</a></p>'],
  ['a picture', '![resim](https://a.example/x.png)', '<p>resim</p>'],
  ['code in a line', 'bir `a*b*` iki', '<p>bir <code>a*b*</code> iki</p>'],
])('%s', (_name, markdown, html) => {
  expect(markdownHtml(markdown)).toBe(html)
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](data:text/html,x)',
  '[a](//evil.example)',
  '[a](/x"onmouseover="alert)',
  '`<b>`',
  '| <i> |\n|---|\n| <u> |',
  '**<svg/onload=alert(1)>**',
])('[SEC-57] %s brings no tag, attribute or address of its own', (markdown) => {
  const html = markdownHtml(markdown)
  const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)]
  for (const [, name = '', attributes = ''] of tags) {
    expect('p a code strong em ul ol li table thead tbody tr th td'.split(' ')).toContain(name)
    if (attributes !== '') expect(attributes).toMatch(/^ href="\/[^"]*" rel="noopener nofollow"$/)
  }
})

/**
 * CPU time of one text of that length made of `part`, ms, as the mean of many: the kernel counts it in ticks of up to
 * 4 ms. Unlike a duration it does not grow with other load.
 */
function costOf(part: string, length: number, rounds: number): number {
  const text = part.repeat(Math.floor(length / part.length))
  markdownHtml(text)
  const begun = process.threadCpuUsage()
  for (let round = 0; round < rounds; round++) markdownHtml(text)
  const { user, system } = process.threadCpuUsage(begun)
  return (user + system) / 1_000 / rounds
}

test.each(['*', '**a', '[', '[a](', '`', '> ', '- ', '!['])(
  '[SEC-56] 50,000 characters of %s, which provoke a pattern, take 10 ms at most',
  (part) => {
    expect(costOf(part, LENGTH, 20)).toBeLessThanOrEqual(10)
  },
)

test('[SEC-56] a row of a table with 50,000 cells, each a text of its own, takes no longer than they do', () => {
  // Twice as long for twice as many, four times if the patterns went back over what they read.
  expect(costOf('|', 2 * LENGTH, 4)).toBeLessThan(3 * costOf('|', LENGTH, 4))
})
