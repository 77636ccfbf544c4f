import { escaped } from './page-html.ts'

/**
 * Markdown of an article as HTML for readers without the script. All text is escaped first, and only the tags written
 * here are added, so an article cannot add a tag. Links lead to https, mailto or within the site; a picture becomes its
 * alternative text (security.md 57).
 */
export function markdownHtml(markdown: string): string {
  const lines = markdown.replace(/\r\n?/g, '\n').split('\n')
  const out: string[] = []
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] ?? ''
    const block = BLOCKS.find(({ begins }) => begins.test(line))
    const end = block === undefined ? at + 1 : endOf(lines, at, block.goesOn)
    if (block !== undefined) out.push(block.html(lines.slice(at, end)))
    at = end
  }
  return out.join('\n')
}

type Block = {
  readonly begins: RegExp
  /** Whether the line `offset` lines after the first line belongs to the block too. */
  readonly goesOn: (line: string, before: string, offset: number) => boolean
  readonly html: (lines: readonly string[]) => string
}

const BULLET = /^ {0,3}[-*+] +/
const NUMBER = /^ {0,3}\d{1,9}[.)] +/
const FENCE = /^ {0,3}(```|~~~)/
const HEADING = /^ {0,3}(#{1,6}) +/
const QUOTE = /^ {0,3}> ?/
const TABLE = /^ *\|/
const TEXT = /\S/

const list = (tag: 'ul' | 'ol', mark: RegExp): Block => ({
  begins: mark,
  goesOn: (line) => mark.test(line) || /^ {2,}\S/.test(line),
  html: (lines) => {
    const items: string[] = []
    for (const line of lines) {
      if (mark.test(line)) items.push(line.replace(mark, ''))
      else items.push(`${items.pop() ?? ''} ${line.trim().replace(BULLET, '· ')}`)
    }
    return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`
  },
})

const BLOCKS: readonly Block[] = [
  {
    begins: FENCE,
    goesOn: (_line, before, offset) => offset === 1 || !FENCE.test(before),
    html: (lines) => {
      const last = lines.length > 1 && FENCE.test(lines.at(-1) ?? '') ? -1 : lines.length
      return `<pre><code>${escaped(lines.slice(1, last).join('\n'))}</code></pre>`
    },
  },
  {
    begins: HEADING,
    goesOn: () => false,
    html: ([line = '']) => {
      // The page has the only h1; levels below h4 are drawn as h4 (security.md 57).
      const level = Math.min(4, Math.max(2, HEADING.exec(line)?.[1]?.length ?? 2))
      return `<h${level}>${inline(line.replace(HEADING, ''))}</h${level}>`
    },
  },
  {
    begins: QUOTE,
    goesOn: (line) => QUOTE.test(line),
    html: (lines) =>
      `<blockquote><p>${inline(lines.map((line) => line.replace(QUOTE, '')).join(' '))}</p></blockquote>`,
  },
  list('ul', BULLET),
  list('ol', NUMBER),
  { begins: TABLE, goesOn: (line) => TABLE.test(line), html: tableHtml },
  {
    begins: TEXT,
    goesOn: (line) =>
      TEXT.test(line) && ![FENCE, HEADING, QUOTE, BULLET, NUMBER, TABLE].some((mark) => mark.test(line)),
    html: (lines) => `<p>${inline(lines.join(' '))}</p>`,
  },
]

function endOf(lines: readonly string[], start: number, goesOn: Block['goesOn']): number {
  let end = start + 1
  while (end < lines.length && goesOn(lines[end] ?? '', lines[end - 1] ?? '', end - start)) end++
  return end
}

const cells = (line: string) =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')

function tableHtml(lines: readonly string[]): string {
  const row = (line: string, tag: 'th' | 'td') =>
    `<tr>${cells(line)
      .map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`)
      .join('')}</tr>`
  const [head = '', rule = '', ...rest] = lines
  if (!/^[|:\- ]*$/.test(rule)) return `<table><tbody>${lines.map((line) => row(line, 'td')).join('')}</tbody></table>`
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rest.map((line) => row(line, 'td')).join('')}</tbody></table>`
}

/** Draws the marks within a line of escaped text. A mark never spans lines. */
function inline(text: string): string {
  return escaped(text)
    .split(/(`[^`]{1,500}`)/)
    .map((part) =>
      part.startsWith('`') && part.endsWith('`') && part.length > 1 ? `<code>${part.slice(1, -1)}</code>` : marks(part),
    )
    .join('')
}

const marks = (text: string) =>
  text
    .replace(/!?\[([^[\]]{1,500})\]\(([^()\s]{1,500})\)/g, (whole, words: string, address: string) =>
      whole.startsWith('!') ? words : link(words, address),
    )
    .replace(/\*\*([^*]{1,1000})\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*]{1,1000})\*/g, '<em>$1</em>')

const link = (words: string, address: string) =>
  /^(https:\/\/|mailto:|\/(?!\/)|#)/i.test(address)
    ? `<a href="${address}" rel="noopener nofollow">${words}</a>`
    : words
