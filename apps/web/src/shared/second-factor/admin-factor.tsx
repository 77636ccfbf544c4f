import { useQueryClient } from '@tanstack/react-query'
import { adminSession, type StoredAdmin } from '../session/session.ts'
import { SecondFactorPanel } from './second-factor-panel.tsx'

type Props = { readonly admin: StoredAdmin; readonly codesShown?: (areShown: boolean) => void }

/** Second factor of the logged-in admin. */
export function AdminFactor({ admin, codesShown }: Props) {
  const queries = useQueryClient()
  return (
    <SecondFactorPanel
      audience="admin"
      isOn={admin.totp_enabled}
      changed={(isOn) => {
        // Only the server decides whether a second factor is required; it is asked again.
        adminSession.update({ ...admin, totp_enabled: isOn, must_set_up_totp: admin.must_set_up_totp && !isOn })
        void queries.invalidateQueries({ queryKey: ['admin'] })
      }}
      {...(codesShown === undefined ? {} : { codesShown })}
    />
  )
}
