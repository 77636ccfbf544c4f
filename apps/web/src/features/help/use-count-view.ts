import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure } from '../../shared/api/failure.ts'
import { articleQuery, countView } from './help-queries.ts'

/** Articles counted in this visit: a return to an article does not count another reader. */
const counted = new Set<string>()

/** Counts a reader of the shown article, once a visit (CALL-16). */
export function useCountView(id: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id === undefined || counted.has(id)) return
    counted.add(id)
    countView(id).then(
      (views) => client.setQueryData(articleQuery(id).queryKey, (article) => article && { ...article, views }),
      (error: unknown) => {
        if (!(error instanceof ApiFailure)) throw error
        // A failed count is repeated when the article is opened again.
        counted.delete(id)
      },
    )
  }, [id, client])
}
