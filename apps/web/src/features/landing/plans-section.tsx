import { Check, Clock, Minus } from 'lucide-react'
import type { ReactNode } from 'react'
import { openAuth } from '../../shared/session/auth-dialog-store.ts'
import { useUser } from '../../shared/session/session.ts'
import { BUTTON, PRIMARY_BUTTON } from '../../shared/ui/button.tsx'
import { landingSections } from '../../text/site/landing-sections.ts'
import { Mark, Section } from './section.tsx'

const words = landingSections.plans
const register = () => openAuth({ mode: 'register' })
const WIDE = 'h-11 w-full text-14'

/**
 * The three plans (WHAT-08 to WHAT-11). Benefits that do not exist yet are marked (product-decisions.md 15). Links of
 * logged-in users lead to the opportunities and to support, not to a registration.
 */
export function PlansSection() {
  const user = useUser()
  return (
    <Section title={words.title} lead={words.lead} isRaised>
      <ul className="grid gap-4 lg:grid-cols-3">
        <Plan plan={words.starter} without={words.starter.without}>
          {user === null ? (
            <button type="button" onClick={register} className={`${BUTTON} ${WIDE}`}>
              {words.starter.action}
            </button>
          ) : (
            <a href="/opportunities" className={`${BUTTON} ${WIDE}`}>
              {words.user.open}
            </a>
          )}
        </Plan>
        <Plan plan={words.pro} vat={words.vat} popular={words.popular}>
          {user === null ? (
            <button type="button" onClick={register} className={`${PRIMARY_BUTTON} ${WIDE}`}>
              {words.pro.action}
            </button>
          ) : (
            <a href={user.is_premium ? '/opportunities' : '/support'} className={`${PRIMARY_BUTTON} ${WIDE}`}>
              {user.is_premium ? words.user.open : words.user.ask}
            </a>
          )}
        </Plan>
        <Plan plan={words.enterprise} vat={words.vat}>
          <a href="/support" className={`${BUTTON} ${WIDE}`}>
            {words.enterprise.action}
          </a>
        </Plan>
      </ul>
    </Section>
  )
}

type PlanWords = {
  readonly name: string
  readonly price: string
  readonly period: string
  readonly lines: readonly { readonly text: string; readonly isSoon: boolean }[]
}

function Plan(props: {
  readonly plan: PlanWords
  readonly vat?: string
  readonly popular?: string
  readonly without?: string
  readonly children: ReactNode
}) {
  const { plan } = props
  return (
    <li
      className={`flex flex-col rounded-panel border bg-panel p-5 ${props.popular === undefined ? 'border-line' : 'border-2 border-accent'}`}
    >
      <div className="flex min-h-6 items-center justify-between gap-2">
        <h3 className="text-16 font-semibold">{plan.name}</h3>
        {props.popular !== undefined && (
          <span className="rounded-control bg-accent px-2 text-12 leading-6 font-semibold text-on-accent">
            {props.popular}
          </span>
        )}
      </div>
      <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
        <span className="figures text-28 font-semibold">{plan.price}</span>
        <span className="text-14 text-text-2">{plan.period}</span>
        {props.vat !== undefined && <span className="text-12 text-text-3">{props.vat}</span>}
      </p>
      <ul className="mt-4 mb-6 flex flex-col gap-2 text-14">
        {plan.lines.map(({ text, isSoon }) => (
          <li key={text} className="flex items-start gap-2">
            {isSoon ? (
              <Clock size={16} aria-hidden className="mt-0.5 shrink-0 text-text-3" />
            ) : (
              <Check size={16} aria-hidden className="mt-0.5 shrink-0 text-accent" />
            )}
            <span className={isSoon ? 'text-text-2' : ''}>
              {text} {isSoon && <Mark>{words.soon}</Mark>}
            </span>
          </li>
        ))}
        {props.without !== undefined && (
          <li className="flex items-start gap-2 text-text-2">
            <Minus size={16} aria-hidden className="mt-0.5 shrink-0 text-text-3" />
            {props.without}
          </li>
        )}
      </ul>
      <div className="mt-auto">{props.children}</div>
    </li>
  )
}
