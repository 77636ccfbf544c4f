import type { ReactNode } from 'react'

/** A name and what holds of it. */
export type Fact = { readonly name: string; readonly value: ReactNode; readonly hint?: ReactNode }

/** Facts under each other: the name left, the value right, a rule between them. */
export function FactList({ facts, className = '' }: { readonly facts: readonly Fact[]; readonly className?: string }) {
  return (
    <dl className={`figures m-0 text-13 ${className}`}>
      {facts.map((fact) => (
        <div key={fact.name} className="flex items-start justify-between gap-4 border-line py-2 not-first:border-t">
          <dt className="text-text-2">
            {fact.name}
            {fact.hint !== undefined && <span className="block text-12 text-text-3">{fact.hint}</span>}
          </dt>
          <dd className="m-0 text-right text-text-1">{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}
