import { useQueryClient } from '@tanstack/react-query'
import { adminSession, type StoredAdmin } from '../session/session.ts'
import { SecondFactorPanel } from './second-factor-panel.tsx'

type Props = { readonly admin: StoredAdmin; readonly codesShown?: (areShown: boolean) => void }

/** The second factor of whoever is logged in to the admin panel. */
export function AdminFactor({ admin, codesShown }: Props) {
  const queries = useQueryClient()
  return (
    <SecondFactorPanel
      audience="admin"
      isOn={admin.totp_enabled}
      changed={(isOn) => {
        // Whether it must be had is the server's to say, and is asked for anew.
        adminSession.update({ ...admin, totp_enabled: isOn, must_set_up_totp: admin.must_set_up_totp && !isOn })
        void queries.invalidateQueries({ queryKey: ['admin'] })
      }}
      {...(codesShown === undefined ? {} : { codesShown })}
    />
  )
}
