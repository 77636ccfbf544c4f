import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { adminUsersText } from '../../text/admin/admin-users.ts'
import type { UserState } from './user-state.ts'

const words = adminUsersText.conflict
const fields = adminUsersText.dialog

/** Both versions where another admin saved first; nothing that was chosen here is lost. */
export function ChangedMeanwhile(props: {
  readonly stored: UserState
  readonly mine: UserState
  readonly keepMine: () => void
  readonly takeTheirs: () => void
}) {
  const { stored, mine } = props
  const yesNo = (is: boolean) => (is ? words.yes : words.no)
  const lines = [
    { name: fields.plan, text: (one: UserState) => fields.plans[one.selectedPlan] },
    { name: fields.premium, text: (one: UserState) => yesNo(one.is_premium) },
    { name: fields.active, text: (one: UserState) => yesNo(one.is_active) },
  ]
  return (
    <Notice tone="warn" role="alert">
      <p className="font-medium">{words.title}</p>
      <p className="text-text-2">{words.text}</p>
      <table className="my-2 w-full border-separate border-spacing-0 text-left">
        <thead className="text-12 text-text-2">
          <tr>
            {(['field', 'stored', 'mine'] as const).map((column) => (
              <th key={column} scope="col" className="pr-2 font-medium last:pr-0">
                {words[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, text }) => (
            <tr key={name} className={text(stored) === text(mine) ? 'text-text-2' : 'font-semibold'}>
              <th scope="row" className="pr-2 font-normal">
                {name}
              </th>
              <td className="pr-2">{text(stored)}</td>
              <td>{text(mine)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        <Button onClick={props.keepMine}>{words.keepMine}</Button>
        <Button onClick={props.takeTheirs}>{words.takeTheirs}</Button>
      </div>
    </Notice>
  )
}
