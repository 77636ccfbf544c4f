import { AdminFactor } from '../../shared/second-factor/admin-factor.tsx'
import type { StoredAdmin } from '../../shared/session/session.ts'
import { useTitle } from '../../shared/ui/use-title.ts'
import { secondFactorText } from '../../text/account/second-factor.ts'

const words = secondFactorText.first

/** Replaces every page of the panel until an admin who must have a second factor has one (product-decisions.md 20). */
export function FirstFactor(props: { readonly admin: StoredAdmin; readonly codesShown: (areShown: boolean) => void }) {
  useTitle(words.title)
  return (
    <div className="flex max-w-190 flex-col gap-4 px-4 py-4 sm:px-5">
      <div className="flex flex-col gap-1">
        <h1 className="text-20 font-semibold">{words.title}</h1>
        <p className="text-13 text-text-2">{words.lead}</p>
      </div>
      <AdminFactor admin={props.admin} codesShown={props.codesShown} />
    </div>
  )
}
