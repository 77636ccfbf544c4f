import { OPERATOR_FIELDS } from '@makas/contract'
import { Link } from '@tanstack/react-router'
import { operatorField } from '../../shared/operator.ts'
import type { LegalBlock } from '../../text/legal/document.ts'
import { legalPage } from '../../text/legal/page.ts'

const LINK = 'text-accent underline underline-offset-4 hover:decoration-2'

/** A paragraph, a list or a table of a legal text. */
export function Block({ block, caption }: { readonly block: LegalBlock; readonly caption: string }) {
  if (typeof block === 'string') {
    return (
      <p className="mt-3">
        <Sentence text={block} />
      </p>
    )
  }
  if ('list' in block) {
    return (
      <ul className="mt-3 flex list-disc flex-col gap-1.5 pl-5 marker:text-text-3">
        {block.list.map((one) => (
          <li key={one}>
            <Sentence text={one} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <section
      aria-label={caption}
      tabIndex={0}
      className="mt-4 overflow-x-auto rounded-panel border border-line bg-panel"
    >
      <table className="w-full text-14">
        <thead>
          <tr>
            {block.head.map((one) => (
              <th key={one} scope="col" className="px-3 py-2 text-left font-semibold">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <tr key={row.join('|')} className="align-top">
              {row.map((cell, at) => (
                <td key={block.head[at]} className="min-w-32 border-t border-line px-3 py-2 text-text-2">
                  <Sentence text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const PARTS = /(\{\w+\}|\[[^\]]+\]\([^)]+\))/

/** A sentence with the operator's data and its links inserted. */
export function Sentence({ text }: { readonly text: string }) {
  return text.split(PARTS).map((part, at) => {
    const field = OPERATOR_FIELDS.find((name) => part === `{${name}}`)
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed sentence never move
    if (field !== undefined) return <OperatorValue key={at} field={field} />
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part)
    if (link === null) return part
    const [, words = '', address = ''] = link
    return address.startsWith('/') ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed sentence never move
      <Link key={at} to={address} className={LINK}>
        {words}
      </Link>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed sentence never move
      <a key={at} href={address} className={LINK} rel="noreferrer">
        {words}
      </a>
    )
  })
}

/** A field of the operator. The server writes its value into the page; an unset field stays marked as missing. */
function OperatorValue({ field }: { readonly field: (typeof OPERATOR_FIELDS)[number] }) {
  const value = operatorField(field)
  return value === undefined ? (
    <span data-operator={field} className="rounded-control bg-warn-wash px-1 text-warn">
      {legalPage.missing[field]}
    </span>
  ) : (
    <span data-operator={field}>{value}</span>
  )
}
