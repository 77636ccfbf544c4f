import { ArticleDetail, CATEGORIES, TEXT_FORM } from '@makas/contract'
import { type BaseSyntheticEvent, useRef, useState } from 'react'
import { ApiFailure, failureStatus, storedMeanwhile } from '../../shared/api/failure.ts'
import type { Problems } from '../../shared/forms/problems.ts'
import { useSendForm } from '../../shared/forms/use-send-form.ts'
import { type Subject, subjectOf } from '../../shared/help/subject.ts'
import { sayAlert } from '../../shared/ui/layers/alert.ts'
import { adminHelpText } from '../../text/admin/admin-help.ts'
import { type ArticleDraft, saveArticle } from './article-queries.ts'

const words = adminHelpText.editor
/** One category each, without the second names that two of them have. */
export const SUBJECTS = CATEGORIES.filter((category): category is Subject => subjectOf(category) === category)
const LARGEST_ORDER = 1_000_000
const FIELDS = ['title', 'category', 'order', 'is_published', 'content'] as const

/**
 * The version that another admin stored first, and the values that the refused save sent in place of the fields': what
 * was saved as a draft is sent as a draft again.
 */
type Conflict = { readonly other: ArticleDetail; readonly instead: { readonly is_published?: boolean } }

export type ArticleEditing = ReturnType<typeof useArticle>

/** The form of an article, and the choice between two versions where another admin saved first. */
export function useArticle(start: ArticleDetail | null, saved: (article: ArticleDetail) => void) {
  /** The newest stored version that this editor knows; the next save names it as its precondition. */
  const stored = useRef(start)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const isDone = useRef(false)
  const form = useSendForm({
    names: FIELDS,
    start: {
      title: start?.title ?? '',
      category: subjectOf(start?.category ?? 'genel'),
      order: start?.order ?? 0,
      is_published: start?.is_published ?? true,
      content: start?.content ?? '',
    },
    check: ({ title, content, order }): Problems<string> => ({
      ...(title.trim() === '' ? { title: TEXT_FORM.articleTitle } : {}),
      ...(content.trim() === '' ? { content: TEXT_FORM.articleContent } : {}),
      ...(Math.abs(order ?? 0) > LARGEST_ORDER ? { order: words.orderRange } : {}),
    }),
    send: async ({ order, category, ...typed }, instead) => {
      const written = { ...typed, category: subjectIn(category), order: Math.trunc(order ?? 0) }
      try {
        const article = await saveArticle(stored.current, written)
        isDone.current = true
        saved(article)
        return true
      } catch (error) {
        const other = ArticleDetail.safeParse(storedMeanwhile(error))
        if (other.success) {
          setConflict({ other: other.data, instead })
          return false
        }
        // A 401 opens the login above this form; the admin then saves again.
        if (error instanceof ApiFailure && failureStatus(error) !== 401)
          await sayAlert(start === null ? words.createFailed : words.updateFailed)
        throw error
      }
    },
  })

  /** Ends a conflict: the next save replaces the other admin's version. */
  function settle({ other }: Conflict): void {
    stored.current = other
    setConflict(null)
  }
  return {
    form,
    conflict,
    stored: () => stored.current,
    /** Whether typed text would be lost. */
    isOpen: () => form.isChanged && !isDone.current,
    typed: ({ instead }: Conflict): ArticleDraft => ({
      title: form.typedIn('title'),
      content: form.typedIn('content'),
      category: subjectIn(form.typedIn('category')),
      order: Math.trunc(form.typedIn('order') ?? 0),
      is_published: form.typedIn('is_published'),
      ...instead,
    }),
    keepMine: (event: BaseSyntheticEvent, settled: Conflict) => {
      settle(settled)
      form.submit(event, settled.instead)
    },
    takeOther: (settled: Conflict) => {
      const taken = { ...settled.other, category: subjectOf(settled.other.category) }
      for (const name of FIELDS) form.put(name, taken[name])
      settle(settled)
    },
  }
}

const subjectIn = (typed: string): Subject => SUBJECTS.find((subject) => subject === typed) ?? 'genel'
