import { CircleCheck, X } from 'lucide-react'
import { simulationWords } from '../../../text/market/simulation.ts'

const words = simulationWords.trialTrade

export type TrialResult = { readonly pair: string; readonly gain: string }

/** Result of the last trial trade, on the page after its dialog was closed (design.md § 9). */
export function LastTrial({ result, forget }: { readonly result: TrialResult; readonly forget: () => void }) {
  return (
    <p className="figures flex items-center gap-2 rounded-control border border-line bg-raised px-3.5 py-1.5 text-13">
      <CircleCheck size={14} aria-hidden className="shrink-0 text-good" />
      <span className="min-w-0 flex-1">{words.last(result.pair, result.gain)}</span>
      <button
        type="button"
        aria-label={words.forget}
        onClick={forget}
        className="grid size-6 place-items-center rounded-control text-text-3 hover:text-text-1 pointer-coarse:size-11"
      >
        <X size={14} aria-hidden />
      </button>
    </p>
  )
}
