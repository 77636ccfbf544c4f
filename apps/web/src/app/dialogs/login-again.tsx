import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from 'radix-ui'
import { AdminLoginForm } from '../../features/admin-login/admin-login-form.tsx'
import { adminSession } from '../../shared/session/session.ts'
import { BUTTON } from '../../shared/ui/button.tsx'
import { adminText } from '../../text/admin/admin.ts'

const words = adminText.again

/** Replaces a page of the panel whose session is over: what was typed is kept, the page's content is not shown. */
export function LoginAgain({ leave }: { readonly leave: () => void }) {
  const queries = useQueryClient()
  return (
    <Dialog.Root open>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-(--z-layer) bg-page" />
        <Dialog.Content
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="fixed top-1/2 left-1/2 z-(--z-layer) flex max-h-dvh w-[min(27rem,100vw)] -translate-1/2 flex-col gap-5 overflow-y-auto rounded-panel border border-line bg-panel p-4 shadow-floating sm:p-6"
        >
          <div className="flex flex-col gap-2">
            <Dialog.Title className="text-20 font-semibold">{words.title}</Dialog.Title>
            <Dialog.Description className="text-text-2">{words.text}</Dialog.Description>
          </div>
          <AdminLoginForm
            finish={(login) => {
              adminSession.signIn(login)
              void queries.invalidateQueries({ queryKey: ['admin'] })
            }}
          >
            <button type="button" onClick={leave} className={`${BUTTON} h-10`}>
              {words.leave}
            </button>
          </AdminLoginForm>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
