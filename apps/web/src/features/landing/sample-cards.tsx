import { amount, percent, quantity, signedGain } from '../../shared/format/numbers.ts'
import { istanbulTime } from '../../shared/format/times.ts'
import { GRADE_TEXT, roiGrade } from '../../shared/opportunity/row/grades.ts'
import { tr } from '../../text/frame/tr.ts'
import { landing } from '../../text/site/landing.ts'
import { badgeGrade } from './grades.ts'
import { SAMPLES, type Sample } from './samples.ts'
import { Mark } from './section.tsx'

const words = landing.samples
const names = new Map<string, string>(Object.entries(tr.exchanges))

/** Three static opportunities (LAND-03); each says that it is a sample. */
export function SampleCards() {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {SAMPLES.map((sample) => (
        <li key={sample.base}>
          <Card sample={sample} />
        </li>
      ))}
    </ul>
  )
}

function Card({ sample }: { readonly sample: Sample }) {
  const grade = badgeGrade(sample.confidence)
  const title = `${sample.base}/${sample.quote}`
  return (
    <article aria-label={title} className="h-full rounded-panel border border-line bg-panel p-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-16">
          <span className="font-semibold">{sample.base}</span>
          <span className="text-text-3">/{sample.quote}</span>
        </h3>
        <Mark>{words.mark}</Mark>
      </div>
      <p className="mt-0.5 text-13 text-text-2">
        {names.get(sample.buy)} → {names.get(sample.sell)}
      </p>
      <p
        className={`figures mt-3 inline-flex rounded-control border border-line px-1.5 text-12 leading-5 font-medium ${GRADE_TEXT[grade]}`}
      >
        {words.outOfTen(amount(sample.confidence, 1))} · {words.grade[grade]}
      </p>
      <dl className="figures mt-3 flex flex-col gap-1.5 text-13">
        <Line
          name={words.net}
          value={percent(sample.net)}
          look={`text-16 graded font-semibold ${GRADE_TEXT[roiGrade(sample.net)]}`}
        />
        <Line name={words.pnl} value={`${signedGain(sample.pnl)} ${sample.quote}`} look="font-medium" />
        <Line name={words.size} value={`${quantity(sample.size)} ${sample.base}`} look="font-medium" />
        <Line name={words.updated} value={words.istanbul(istanbulTime(sample.updatedAt))} look="text-text-2" />
      </dl>
    </article>
  )
}

function Line({ name, value, look }: { readonly name: string; readonly value: string; readonly look: string }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <dt className="text-text-2">{name}</dt>
      <dd className={look}>{value}</dd>
    </div>
  )
}
