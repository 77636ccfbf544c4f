import { AlertDialog } from 'radix-ui'
import { useRef } from 'react'
import { tr } from '../../../text/frame/tr.ts'
import { BUTTON, PRIMARY_BUTTON } from '../button.tsx'
import type { OpenAlert } from './alert.ts'
import { useLayerFocus } from './layer-focus.ts'

/** A sentence or a question over everything else; closing it returns the focus. */
export function AlertBox({ alert }: { readonly alert: OpenAlert }) {
  const isQuestion = alert.kind === 'confirm'
  const first = useRef<HTMLButtonElement>(null)
  const focus = useLayerFocus(() => first.current)
  const action = alert.isDestructive === true ? DESTRUCTIVE : PRIMARY_BUTTON
  return (
    <AlertDialog.Root open onOpenChange={(open) => !open && alert.answer(false)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-(--z-alert) bg-scrim" />
        <AlertDialog.Content
          {...focus}
          aria-describedby={undefined}
          className="layer-in fixed inset-0 z-(--z-alert) m-auto flex h-fit w-[min(440px,calc(100vw-32px))] flex-col gap-5 rounded-panel border border-line bg-panel p-5 shadow-floating outline-none"
        >
          <AlertDialog.Title className="text-14 font-medium text-text-1">{alert.text}</AlertDialog.Title>
          <div className="flex justify-end gap-2">
            {isQuestion && (
              <AlertDialog.Cancel ref={first} className={BUTTON}>
                {tr.dialogs.cancel}
              </AlertDialog.Cancel>
            )}
            <AlertDialog.Action
              ref={isQuestion ? undefined : first}
              className={`${action} h-8 px-4 text-13`}
              onClick={(event) => {
                // The answer closes the box: the next sentence may take its place at once.
                event.preventDefault()
                alert.answer(true)
              }}
            >
              {alert.confirm ?? tr.dialogs.ok}
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

const DESTRUCTIVE =
  'inline-flex items-center justify-center rounded-control border border-bad bg-bad-wash font-semibold text-bad hover:bg-raised pointer-coarse:h-11 whitespace-nowrap'
