import { useId, useState } from 'react'
import { amount, gain, percent, signedGain } from '../../../../shared/format/numbers.ts'
import { GradeArrow } from '../../../../shared/opportunity/row/grade-shape.tsx'
import { apyGrade, GRADE_TEXT } from '../../../../shared/opportunity/row/grades.ts'
import { Definition } from '../../../../shared/ui/definition-list.tsx'
import { apyWords } from '../../../../text/market/evidence.ts'
import { opportunityWords } from '../../../../text/market/opportunities.ts'
import { type HeldCarry, LONGEST_HOLD, SHORTEST_HOLD } from '../carry-account.ts'

const words = apyWords

/** The hold period in days: a slider for trying, a field for the exact number. */
export function HoldSlider(props: {
  readonly days: number
  /** Hold of the listed figures, days. */
  readonly listed: number
  readonly choose: (days: number) => void
}) {
  const { days, listed, choose } = props
  const id = useId()
  /** The typed text, even where it is no hold yet. */
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string) => {
    const wanted = Math.round(Number(text))
    if (wanted >= SHORTEST_HOLD) choose(Math.min(LONGEST_HOLD, wanted))
  }
  return (
    <div className="figures">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-13 font-medium">
          {words.hold}
        </label>
        <span className="flex items-center gap-2 text-13 text-text-2">
          {days !== listed && (
            <button
              type="button"
              onClick={() => choose(listed)}
              className="rounded-control px-1 text-12 font-medium text-accent hover:underline pointer-coarse:py-3"
            >
              {words.backToListed(String(listed))}
            </button>
          )}
          <input
            type="number"
            inputMode="numeric"
            aria-label={words.holdField}
            min={SHORTEST_HOLD}
            max={LONGEST_HOLD}
            value={typed ?? days}
            onChange={(event) => {
              setTyped(event.target.value)
              take(event.target.value)
            }}
            onBlur={() => setTyped(null)}
            className="h-8 w-18 rounded-control border border-text-3 bg-panel px-2 text-right text-14 text-text-1 pointer-coarse:h-11"
          />
          {words.days}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={SHORTEST_HOLD}
        max={LONGEST_HOLD}
        value={days}
        aria-valuetext={opportunityWords.hold(String(days))}
        onChange={(event) => take(event.target.value)}
        className="mt-2 block h-6 w-full accent-accent pointer-coarse:h-11"
      />
      <p className="flex justify-between text-12 text-text-3" aria-hidden="true">
        <span>{opportunityWords.hold(String(SHORTEST_HOLD))}</span>
        <span>{opportunityWords.hold(String(LONGEST_HOLD))}</span>
      </p>
    </div>
  )
}

/** Net figures of the chosen hold; read out when they change. */
export function HoldFigures({ held, quote }: { readonly held: HeldCarry; readonly quote: string }) {
  const grade = apyGrade(held.apy ?? Number.NEGATIVE_INFINITY)
  return (
    <dl
      data-testid="hold-figures"
      aria-live="polite"
      className="figures grid grid-cols-2 gap-x-4 gap-y-3 rounded-panel border border-line px-4 py-3 sm:grid-cols-3"
    >
      <Definition look="text-14 text-text-1" name={words.netApy}>
        <span className={`inline-flex items-center gap-1.5 text-20 font-semibold ${GRADE_TEXT[grade]}`}>
          <GradeArrow grade={grade} size={12} />
          {held.apy === null ? words.noApy : percent(held.apy)}
        </span>
      </Definition>
      <Definition look="text-14 text-text-1" name={words.netApr}>
        <span className="text-20 font-medium">{percent(held.apr)}</span>
      </Definition>
      <Definition look="text-14 text-text-1" name={words.netReturn}>
        <span className="text-20 font-medium">{percent(held.netReturn)}</span>
      </Definition>
      <Definition look="text-14 text-text-1" name={words.net}>
        {signedGain(held.net)} {quote}
      </Definition>
      <Definition look="text-14 text-text-1" name={words.daily}>
        {gain(held.daily)} {quote}
      </Definition>
      <Definition look="text-14 text-text-1" name={words.breakEven}>
        {held.breakEvenDays === null
          ? words.never
          : held.breakEvenDays > 9_999
            ? words.tooLong
            : `${amount(held.breakEvenDays, 1)} ${words.days}`}
      </Definition>
    </dl>
  )
}
