import { LEGAL_PAGES } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { tr } from '../../text/frame/tr.ts'

const words = tr.footer

/** The risk notice and the legal pages (LAND-08), beneath every page. */
export function SiteFooter() {
  return (
    <footer className="mt-auto border-t border-line px-4 pt-5 pb-8 text-12 text-text-3 sm:px-5">
      <p className="max-w-[90ch]">{words.risk}</p>
      <nav aria-label={words.legal} className="mt-3">
        <ul className="flex flex-wrap gap-x-4 gap-y-1.5 pointer-coarse:gap-y-0">
          {LEGAL_PAGES.map((name) => (
            <li key={name}>
              <Link
                to="/legal/$document"
                params={{ document: name }}
                className="rounded-control text-text-2 underline-offset-4 hover:text-text-1 hover:underline pointer-coarse:inline-block pointer-coarse:py-3"
              >
                {words.pages[name]}
              </Link>
            </li>
          ))}
          <li>
            <Link
              to="/status"
              className="rounded-control text-text-2 underline-offset-4 hover:text-text-1 hover:underline pointer-coarse:inline-block pointer-coarse:py-3"
            >
              {words.status}
            </Link>
          </li>
        </ul>
      </nav>
    </footer>
  )
}
