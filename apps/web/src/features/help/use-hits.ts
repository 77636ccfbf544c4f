import type { ArticlePreview } from '@makas/contract'
import { foldText, hasWords, searchWords } from '@makas/domain'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { previewsQuery, searchQuery } from './help-queries.ts'

/**
 * Articles that match the typed text: at once those whose loaded parts match, and a moment later the server's matches
 * in the whole texts.
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
    /** Whether the server has answered or failed. Before, an empty list does not mean that nothing matches. */
    isSearchDone: words.length === 0 || found.data !== undefined || found.isError,
  }
}
