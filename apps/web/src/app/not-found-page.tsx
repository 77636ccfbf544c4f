import { Link } from '@tanstack/react-router'
import { BUTTON } from '../shared/ui/button.tsx'
import { useTitle } from '../shared/ui/use-title.ts'
import { notFoundText as words } from '../text/site/not-found.ts'

/** Stands at every address without a page. */
export function NotFoundPage() {
  useTitle(words.title)
  return (
    <div className="flex max-w-160 flex-col items-start gap-4 px-5 py-16">
      <p className="figures text-13 text-text-3">404</p>
      <h1 className="text-28 font-semibold">{words.title}</h1>
      <p className="text-text-2">{words.text}</p>
      <Link to="/opportunities" className={BUTTON}>
        {words.back}
      </Link>
    </div>
  )
}
