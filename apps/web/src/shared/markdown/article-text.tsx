import { useRouter } from '@tanstack/react-router'
import { Hash, TriangleAlert } from 'lucide-react'
import { type MouseEvent, memo } from 'react'
import Markdown, { type Components } from 'react-markdown'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { helpWords } from '../../text/support/help-words.ts'
import { addressHeadings, rankHeadings } from './headings.ts'
import './article-text.css'

/** Elements that an article may have (security.md 57). Tags that are written into it are shown as text. */
const ALLOWED: Options = {
  tagNames: [
    ...['p', 'br', 'hr', 'strong', 'em', 'del', 'ul', 'ol', 'li', 'h2', 'h3', 'h4', 'code', 'pre', 'blockquote', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: { a: ['href'], th: ['align'], td: ['align'] },
  protocols: { href: ['https', 'mailto'] },
}

const PARTS: Components = {
  a: ({ href = '', children }) => <ArticleLink href={href}>{children}</ArticleLink>,
  h2: ({ id, children }) => (
    <h2 id={id}>
      {children} <Anchor id={id} />
    </h2>
  ),
  h3: ({ id, children }) => (
    <h3 id={id}>
      {children} <Anchor id={id} />
    </h3>
  ),
  h4: ({ id, children }) => <h4 id={id}>{children}</h4>,
  // A wide table scrolls within its own box, by keyboard too; the page never scrolls sideways.
  table: ({ children }) => (
    <figure aria-label={helpWords.table} tabIndex={0} className="article-table">
      <table>{children}</table>
    </figure>
  ),
  th: ({ style, children }) => <th className={style?.textAlign === 'right' ? 'text-right' : ''}>{children}</th>,
  td: ({ style, children }) => <td className={style?.textAlign === 'right' ? 'figures text-right' : ''}>{children}</td>,
  blockquote: ({ children }) => (
    <blockquote>
      <TriangleAlert size={16} aria-hidden className="mt-1 shrink-0 text-warn" />
      <div>{children}</div>
    </blockquote>
  ),
}

/** The Markdown of an article, drawn alike in the help centre and beside the editor. */
export const ArticleText = memo(function ArticleText({ markdown }: { readonly markdown: string }) {
  return (
    <div className="article-text">
      <Markdown
        remarkPlugins={[remarkGfm]}
        rehypePlugins={[rankHeadings, [rehypeSanitize, ALLOWED], addressHeadings]}
        components={PARTS}
      >
        {markdown}
      </Markdown>
    </div>
  )
})

function Anchor({ id }: { readonly id: string | undefined }) {
  if (id === undefined) return null
  return (
    <a href={`#${id}`} aria-label={helpWords.anchor} className="article-anchor">
      <Hash size={14} aria-hidden />
    </a>
  )
}

/** A link within the site opens in place; any other link in a new tab, without opener and referrer. */
function ArticleLink({ href, children }: { readonly href: string; readonly children: React.ReactNode }) {
  const router = useRouter()
  const isOurs = /^\/(?!\/)/.test(href)
  if (!isOurs) {
    return (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    )
  }
  const open = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    router.history.push(href)
  }
  return (
    <a href={href} onClick={open}>
      {children}
    </a>
  )
}
