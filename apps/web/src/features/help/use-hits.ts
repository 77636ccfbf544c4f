import type { ArticlePreview } from '@makas/contract'
import { foldText, hasWords, searchWords } from '@makas/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { previewsQuery, searchQuery } from './help-queries.ts'

/**
 * The articles that hold what is typed. What this page knows of them is looked through at once; the server, which knows the
 * whole texts, has the last word a moment later.
 */
export function useHits(typed: string) {
  const words = useMemo(() => searchWords(typed), [typed])
  const all = useQuery(previewsQuery)
  const searched = words.length > 0 ? typed.trim() : ''
  const found = useQuery(searchQuery(searched))
  const known = all.data
  const hits = useMemo((): readonly ArticlePreview[] | undefined => {
    if (words.length === 0) return known
    return found.data ?? known?.filter(({ title, preview }) => hasWords(foldText(`${title}\n${preview}`), words))
  }, [words, known, found.data])
  return {
    words,
    all,
    hits,
    /** Whether the last word has been said: until then an empty list is no answer. */
    isSettled: words.length === 0 || found.data !== undefined || found.isError,
  }
}
