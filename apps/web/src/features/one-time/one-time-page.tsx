import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleX, Link2Off } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { BUTTON, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { Definition } from '../../shared/ui/definition-list.tsx'
import { useTitle } from '../../shared/ui/use-title.ts'
import { oneTimeText } from '../../text/account/one-time.ts'
import type { UnusableAddress } from './use-one-time.ts'

const words = oneTimeText
const COLUMNS =
  'mx-auto grid w-full max-w-240 grid-cols-[minmax(0,1fr)] gap-x-16 gap-y-8 px-4 pt-8 pb-4 sm:px-5 sm:pt-12'

/** A form, with an explanation of the one-time address beside the form. */
export function FormView(props: {
  readonly title: string
  readonly lead: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  readonly children: ReactNode
}) {
  useTitle(props.title)
  return (
    <div className={`${COLUMNS} lg:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]`}>
      <div className="flex max-w-108 flex-col gap-6">
        <header className="flex flex-col gap-2">
          <h1 className="text-28 font-semibold">{props.title}</h1>
          <p className="text-text-2">{props.lead}</p>
        </header>
        {props.children}
      </div>
      <dl className="flex max-w-108 flex-col gap-4 self-start border-line max-lg:border-t max-lg:pt-6 lg:mt-2 lg:border-l lg:pl-8">
        {props.facts.map(({ name, value }) => (
          <Definition key={name} name={name} nameLook="text-13 font-medium text-text-1" look="text-13 text-text-2">
            {value}
          </Definition>
        ))}
      </dl>
    </div>
  )
}

const OUTCOMES = {
  done: { Icon: CircleCheck, tone: 'text-good' },
  refused: { Icon: CircleX, tone: 'text-bad' },
  missing: { Icon: Link2Off, tone: 'text-warn' },
} as const

/** The outcome of a one-time address and the next step. Focuses the heading, so that a screen reader reads it. */
export function OutcomeView(props: {
  readonly kind: keyof typeof OUTCOMES
  readonly title: string
  readonly text: string
  /** Where the person goes on, before the way home. */
  readonly next?: { readonly to: '/admin/login'; readonly label: string }
  readonly children?: ReactNode
}) {
  useTitle(props.title)
  const heading = useRef<HTMLHeadingElement>(null)
  const isAnswer = props.kind !== 'missing'
  useEffect(() => {
    if (isAnswer) heading.current?.focus()
  }, [isAnswer])
  const { Icon, tone } = OUTCOMES[props.kind]
  return (
    <div className={COLUMNS}>
      <div className="flex max-w-160 flex-col items-start gap-4">
        <Icon size={28} aria-hidden className={tone} />
        <h1 ref={heading} tabIndex={-1} className="text-28 font-semibold outline-none">
          {props.title}
        </h1>
        <p className="text-text-2">{props.text}</p>
        {props.children}
        <div className="mt-2 flex flex-wrap gap-2">
          {props.next !== undefined && (
            <Link to={props.next.to} className={PRIMARY_BUTTON}>
              {props.next.label}
            </Link>
          )}
          <Link to="/" className={BUTTON}>
            {words.home}
          </Link>
        </div>
      </div>
    </div>
  )
}

/** A command for the terminal; one click selects all of it. */
export function Command({ children }: { readonly children: string }) {
  return (
    <code className="block max-w-full rounded-control border border-line bg-panel px-3 py-2 font-mono text-13 wrap-anywhere text-text-1 select-all">
      {children}
    </code>
  )
}

type Step = { readonly text: string; readonly command: string }

type Outcome = { readonly title: string; readonly text: string }

/** Says that an address has no token or a refused token, and how to get a new address. */
export function UnusableView(props: {
  readonly address: UnusableAddress
  readonly words: { readonly [kind in UnusableAddress['kind']]: Outcome } & { readonly steps: readonly Step[] }
}) {
  const { address, words: own } = props
  return (
    <OutcomeView kind={address.kind} {...own[address.kind]}>
      {address.kind === 'refused' && address.mayBeDone && <p>{words.mayBeDone}</p>}
      <Steps steps={own.steps} />
    </OutcomeView>
  )
}

function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ul className="m-0 flex w-full list-none flex-col gap-4 p-0">
      {steps.map(({ text, command }) => (
        <li key={command} className="flex flex-col gap-2">
          <span className="text-text-2">{text}</span>
          <Command>{command}</Command>
        </li>
      ))}
    </ul>
  )
}
