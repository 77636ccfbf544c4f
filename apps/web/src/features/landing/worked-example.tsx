import { amount } from '../../shared/format/numbers.ts'
import { landingSections } from '../../text/site/landing-sections.ts'
import { SAMPLE_SUM } from './samples.ts'
import { Mark, Section } from './section.tsx'

const words = landingSections.example

/** What the costs leave of a gap: an example, line by line, with its waterfall. */
export function WorkedExample() {
  const gross = Number(SAMPLE_SUM.gross)
  const lines = [
    { name: words.gross, text: words.grossText, value: SAMPLE_SUM.gross, from: 0, sign: '', look: 'bg-accent' },
    {
      ...{ name: words.slippage, text: words.slippageText, value: SAMPLE_SUM.slippage },
      ...{ from: gross - Number(SAMPLE_SUM.slippage), sign: '−', look: 'bg-text-3' },
    },
    {
      ...{ name: words.fees, text: words.feesText, value: SAMPLE_SUM.fees },
      ...{ from: Number(SAMPLE_SUM.net), sign: '−', look: 'bg-text-3' },
    },
    { name: words.net, text: words.netText, value: SAMPLE_SUM.net, from: 0, sign: '', look: 'bg-good' },
  ]
  return (
    <Section title={words.title} lead={words.lead}>
      <div className="overflow-hidden rounded-panel border border-line bg-panel">
        <table className="figures w-full text-14">
          <caption className="px-4 py-3 text-left text-13 text-text-2">
            {words.caption} <Mark>{words.mark}</Mark>
          </caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">{words.line}</th>
              <th scope="col">{words.money}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ name, text, value, from, sign, look }) => (
              <tr key={name} className={name === words.net ? 'font-semibold' : ''}>
                <th scope="row" className="border-t border-line py-3 pl-4 text-left font-[inherit] sm:w-[38%]">
                  {name}
                  <span className="block text-13 font-normal text-text-2">{text}</span>
                </th>
                <td className="border-t border-line px-4 max-sm:hidden" aria-hidden="true">
                  <span
                    className={`block h-4 rounded-[2px] ${look}`}
                    style={{ marginLeft: `${(from / gross) * 100}%`, width: `${(Number(value) / gross) * 100}%` }}
                  />
                </td>
                <td className="w-28 border-t border-line pr-4 text-right whitespace-nowrap">
                  {sign}
                  {amount(Number(value))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}
