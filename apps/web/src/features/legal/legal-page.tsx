import { LEGAL_PAGES } from '@makas/contract'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useTitle } from '../../shared/ui/use-title.ts'
import { tr } from '../../text/frame/tr.ts'
import { legalPage as words } from '../../text/legal/page.ts'
import { Block, Sentence } from './legal-prose.tsx'

const route = getRouteApi('/legal/$document')

/** A legal text with its contents. Prerendered, so that people can read it without the script. */
export function LegalPage() {
  const document = route.useLoaderData()
  const { document: here } = route.useParams()
  useTitle(document.title)
  return (
    <div className="mx-auto grid w-full max-w-296 gap-x-12 px-4 py-8 sm:px-8 lg:grid-cols-[minmax(0,68ch)_216px] lg:justify-between lg:py-12 print:block">
      <article className="min-w-0 text-16 [&_p]:text-text-2 [&_li]:text-text-2">
        <h1 className="text-28 font-semibold text-balance">{document.title}</h1>
        <p className="figures mt-2 text-13">{words.version(document.version)}</p>
        <p className="mt-5">
          <Sentence text={document.lead} />
        </p>
        {document.sections.map(({ title, blocks }, at) => (
          <div key={title} className="mt-8">
            <h2 id={`b${at + 1}`} className="scroll-mt-4 text-20 font-semibold">
              {title}
            </h2>
            {blocks.map((block, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed text never move
              <Block key={index} block={block} caption={title} />
            ))}
          </div>
        ))}
      </article>
      <div className="flex print:hidden flex-col gap-8 text-13 max-lg:mt-10 lg:sticky lg:top-6 lg:self-start">
        <nav aria-label={words.contents} className="max-lg:hidden">
          <p className="font-semibold">{words.contents}</p>
          <ol className="mt-2 flex flex-col gap-1.5">
            {document.sections.map(({ title }, at) => (
              <li key={title}>
                <a href={`#b${at + 1}`} className="rounded-control text-text-2 hover:text-text-1 hover:underline">
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <nav aria-label={words.others} className="border-t border-line pt-4">
          <p className="font-semibold">{words.others}</p>
          <ul className="mt-2 flex flex-col gap-1.5">
            {LEGAL_PAGES.filter((name) => name !== here).map((name) => (
              <li key={name}>
                <Link
                  to="/legal/$document"
                  params={{ document: name }}
                  className="rounded-control text-text-2 hover:text-text-1 hover:underline"
                >
                  {tr.footer.pages[name]}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </div>
  )
}
