import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { helpText as words } from '../../text/support/help.ts'

/** A heading of the article that is shown. */
export type Section = { readonly id: string; readonly title: string; readonly isSub: boolean }

/** Collects the headings of the article, and tracks which section is being read. */
export function useContents(text: RefObject<HTMLElement | null>, article: string | undefined) {
  const [sections, setSections] = useState<readonly Section[]>([])
  const [here, setHere] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other headings
  useLayoutEffect(() => {
    const found = [...(text.current?.querySelectorAll<HTMLElement>('h2[id], h3[id]') ?? [])]
    setSections(
      found.map((heading) => ({
        id: heading.id,
        title: heading.textContent.trim(),
        isSub: heading.tagName === 'H3',
      })),
    )
  }, [text, article])
  useEffect(() => {
    if (sections.length === 0) return
    const see = () => {
      // Current is the last heading in the upper quarter of the window or above it; at the foot of the page the last of
      // all.
      const line = innerHeight / 4
      const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
      const above = sections.filter(({ id }) => (document.getElementById(id)?.getBoundingClientRect().top ?? 0) <= line)
      setHere((isAtEnd && scrollY > 0 ? sections.at(-1) : (above.at(-1) ?? sections[0]))?.id ?? null)
    }
    see()
    addEventListener('scroll', see, { passive: true })
    addEventListener('resize', see)
    return () => {
      removeEventListener('scroll', see)
      removeEventListener('resize', see)
    }
  }, [sections])
  return { sections, here }
}

type Props = { readonly sections: readonly Section[]; readonly here: string | null }

/** Table of contents at the side; marks the section that is being read. */
export function Contents({ sections, here }: Props) {
  if (sections.length === 0) return null
  return (
    <nav aria-label={words.article.contents}>
      <h2 className="mb-2 text-12 text-text-3">{words.article.contents}</h2>
      <SectionLinks sections={sections} here={here} />
    </nav>
  )
}

/** Table of contents above the text, folded, where there is no room at the side. */
export function FoldedContents({ sections, here }: Props) {
  if (sections.length === 0) return null
  return (
    <details className="rounded-panel border border-line bg-panel px-4 py-2.5">
      <summary className="cursor-pointer text-14 font-medium">{words.article.contents}</summary>
      <div className="pt-3 pb-1">
        <SectionLinks sections={sections} here={here} />
      </div>
    </details>
  )
}

function SectionLinks({ sections, here }: Props) {
  return (
    <ul className="flex flex-col border-l border-line text-13">
      {sections.map(({ id, title, isSub }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            aria-current={here === id ? 'location' : undefined}
            className={`-ml-px block border-l-2 border-transparent py-1 pr-2 text-text-2 hover:text-text-1 aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-text-1 pointer-coarse:py-2.5 ${isSub ? 'pl-6' : 'pl-3'}`}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}
