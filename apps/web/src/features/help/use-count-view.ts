import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure } from '../../shared/api/failure.ts'
import { articleQuery, countView } from './help-queries.ts'

/** What this visit has counted already: coming back to an article is not another reader. */
const counted = new Set<string>()

/** Counts a reader of the article that is shown, once a visit (CALL-16). */
export function useCountView(id: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id === undefined || counted.has(id)) return
    counted.add(id)
    countView(id).then(
      (views) => client.setQueryData(articleQuery(id).queryKey, (article) => article && { ...article, views }),
      (error: unknown) => {
        if (!(error instanceof ApiFailure)) throw error
        // Nobody waits for it: it is counted when the article is opened again.
        counted.delete(id)
      },
    )
  }, [id, client])
}
