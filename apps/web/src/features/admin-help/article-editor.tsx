import type { ArticleDetail } from '@makas/contract'
import { useQuery } from '@tanstack/react-query'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { Failed, Loading } from '../../shared/ui/state-view.tsx'
import { adminHelpText as words } from '../../text/admin/admin-help.ts'
import { ArticleForm } from './article-form.tsx'
import { articleQuery } from './article-queries.ts'

type Props = {
  /** Null for a new article. */
  readonly id: string | null
  readonly close: () => void
  readonly saved: (article: ArticleDetail) => void
}

/** The article dialog (AHELP-03), once the article is loaded. */
export function ArticleEditor({ id, close, saved }: Props) {
  return id === null ? (
    <ArticleForm start={null} close={close} saved={saved} />
  ) : (
    <Stored id={id} close={close} saved={saved} />
  )
}

function Stored({ id, close, saved }: Props & { readonly id: string }) {
  const { data, error, refetch } = useQuery(articleQuery(id))
  if (data !== undefined) return <ArticleForm start={data} close={close} saved={saved} />
  return (
    <Modal title={words.editor.editTitle} onClose={close} size="full" height="full">
      {error === null ? (
        <Loading rows={10} />
      ) : (
        <Failed error={error} fallback={words.loadFailed} retry={() => void refetch()} />
      )}
    </Modal>
  )
}
