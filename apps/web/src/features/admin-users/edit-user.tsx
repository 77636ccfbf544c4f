import { ManagedUser, PATHS } from '@makas/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { ask } from '../../shared/api/ask.ts'
import { ApiFailure } from '../../shared/api/failure.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { CheckField } from '../../shared/forms/check-field.tsx'
import { Field } from '../../shared/forms/field.tsx'
import { SelectField } from '../../shared/forms/select-field.tsx'
import { isProofWanted, withProof } from '../../shared/second-factor/proof.tsx'
import { Button, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { askConfirm, sayAlert } from '../../shared/ui/layers/alert.ts'
import { Modal } from '../../shared/ui/layers/dialog.tsx'
import { sayDone } from '../../shared/ui/layers/toast.tsx'
import { adminUsersText } from '../../text/admin/admin-users.ts'
import { ChangedMeanwhile } from './changed-meanwhile.tsx'
import { UserFacts } from './user-facts.tsx'
import { stateOf, type UserState } from './user-state.ts'
import { userQuery } from './users-query.ts'

const words = adminUsersText.dialog
/** User plans (CONST-35). */
const PLANS = ['free', 'monthly', 'yearly'] as const

/** What an admin may change of a user (AUSER-06), beside the connected exchanges and the audit log. */
export function EditUser({ user, close }: { readonly user: ManagedUser; readonly close: () => void }) {
  const name = `${user.firstName} ${user.lastName}`
  const form = useId()
  const queries = useQueryClient()
  const detail = useQuery(userQuery(user.id))
  const [mine, setMine] = useState<UserState>(() => stateOf(user))
  /** The user's state when it was read: saving needs it unchanged. */
  const [read, setRead] = useState<UserState>(() => stateOf(user))
  const [stored, setStored] = useState<UserState | null>(null)
  const [isSending, setSending] = useState(false)

  async function save(expected: UserState): Promise<void> {
    if (isSending) return
    const isTurnedOff = expected.is_active && !mine.is_active
    if (isTurnedOff && !(await askConfirm(words.askOff(name), { confirm: words.off, isDestructive: true }))) return
    setSending(true)
    try {
      const body = { ...mine, expected }
      const path = PATHS.adminUser(user.id)
      await withProof('admin', () => ask({ method: 'PATCH', path, body, answer: ManagedUser, as: 'admin' }))
      void queries.invalidateQueries({ queryKey: ['admin'] })
      sayDone(words.done(name))
      close()
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error
      const now = storedNow(error)
      setStored(now)
      // A 401 opens the login above this dialog; the admin then saves again.
      const isLoggedOut = error.reason.kind === 'refused' && error.reason.status === 401
      // An admin who dismissed the proof dialog knows that nothing was saved.
      if (now === null && !isLoggedOut && !isProofWanted(error)) await sayAlert(words.failed)
    } finally {
      setSending(false)
    }
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(read)
  }
  const lastLogin = detail.data?.last_login_at
  return (
    <Modal
      title={words.title}
      description={
        detail.data === undefined
          ? name
          : typeof lastLogin === 'string'
            ? words.lastLogin(istanbulTime(Date.parse(lastLogin)))
            : words.neverIn
      }
      size="large"
      onClose={close}
      firstFocus={(panel) => panel.querySelector('select')}
      footer={
        <>
          <p className="mr-auto text-12 text-text-3 max-sm:basis-full">{words.note}</p>
          <Button onClick={close}>{words.cancel}</Button>
          <button
            type="submit"
            form={form}
            aria-disabled={isSending}
            className={`${PRIMARY_BUTTON} h-8! px-4 text-13! pointer-coarse:h-11!`}
          >
            {isSending && <LoaderCircle size={16} aria-hidden className="animate-spin" />}
            {isSending ? words.updating : words.update}
          </button>
        </>
      }
    >
      <div className="grid flex-1 md:grid-cols-[minmax(0,11fr)_minmax(0,12fr)]">
        <form id={form} aria-label={words.form} onSubmit={submit} className="flex flex-col gap-4 p-5">
          {stored !== null && (
            <ChangedMeanwhile
              stored={stored}
              mine={mine}
              keepMine={() => {
                setRead(stored)
                setStored(null)
                void save(stored)
              }}
              takeTheirs={() => {
                setRead(stored)
                setMine(stored)
                setStored(null)
              }}
            />
          )}
          <Field label={words.email} hint={words.fixed} value={user.email} readOnly className={FIXED} />
          <Field label={words.name} hint={words.fixed} value={name} readOnly className={FIXED} />
          <div className="flex flex-wrap items-end gap-4">
            <div className="min-w-36 flex-1">
              <SelectField
                label={words.plan}
                choices={PLANS.map((plan) => ({ value: plan, label: words.plans[plan] }))}
                value={mine.selectedPlan}
                onChange={({ target }) => {
                  const selectedPlan = PLANS.find((plan) => plan === target.value)
                  if (selectedPlan !== undefined) setMine({ ...mine, selectedPlan })
                }}
              />
            </div>
            <div className="flex h-10 items-center">
              <CheckField
                label={words.premium}
                checked={mine.is_premium}
                onChange={({ target }) => setMine({ ...mine, is_premium: target.checked })}
              />
            </div>
          </div>
          <div className="rounded-control border border-line p-3">
            <CheckField
              label={<span className="font-medium">{words.active}</span>}
              hint={words.activeHint}
              checked={mine.is_active}
              onChange={({ target }) => setMine({ ...mine, is_active: target.checked })}
            />
          </div>
        </form>
        <UserFacts id={user.id} detail={detail} />
      </div>
    </Modal>
  )
}

const FIXED =
  'h-10 w-full rounded-control border border-line bg-raised px-3 text-14 text-text-2 pointer-coarse:h-11 pointer-coarse:text-16'

/** The state that another admin stored first; null where saving failed for another reason. */
function storedNow({ reason }: ApiFailure): UserState | null {
  if (reason.kind !== 'refused' || reason.status !== 409) return null
  const now = ManagedUser.safeParse(reason.current)
  return now.success ? stateOf(now.data) : null
}
