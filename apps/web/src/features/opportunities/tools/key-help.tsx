import { Definition } from '../../../shared/ui/definition-list.tsx'
import { Modal } from '../../../shared/ui/layers/dialog.tsx'
import { Switch } from '../../../shared/ui/switch.tsx'
import { panelWords } from '../../../text/market/opportunity-panels.ts'

const words = panelWords.keys

/** Lists the keys of the list, with the switch that turns them off. */
export function KeyHelp(props: {
  readonly isOn: boolean
  readonly choose: (isOn: boolean) => void
  readonly close: () => void
}) {
  return (
    <Modal title={words.title} size="small" onClose={props.close}>
      <div className="flex flex-col gap-4 px-5 py-4">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-14">
          {words.list.map(({ key, does }) => (
            <Definition
              key={key}
              layout="cells"
              nameLook="text-text-1"
              look="text-text-2"
              name={
                <kbd className="rounded-control border border-line bg-raised px-2 py-0.5 font-mono text-13">{key}</kbd>
              }
            >
              {does}
            </Definition>
          ))}
        </dl>
        <Switch on={props.isOn} choose={props.choose}>
          {words.on}
        </Switch>
      </div>
    </Modal>
  )
}
