type Tick = { readonly label: string; readonly isOn: boolean }

const WIDTH = 236
const ROW = 30
const TOP = 26

/** A drawing of the exchange's own page of rights: which boxes to tick and which to leave empty. */
export function TickPicture({ label, ticks }: { readonly label: string; readonly ticks: readonly Tick[] }) {
  const height = TOP + ticks.length * ROW + 6
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${height}`} className="w-full text-text-1">
      <rect x="0.5" y="0.5" width={WIDTH - 1} height={height - 1} rx="6" className="fill-panel stroke-line" />
      <line x1="0" y1="18" x2={WIDTH} y2="18" className="stroke-line" />
      {[9, 17, 25].map((x) => (
        <circle key={x} cx={x} cy="9.5" r="2.5" className="fill-line" />
      ))}
      {ticks.map((tick, at) => {
        const y = TOP + at * ROW
        return (
          <g key={tick.label}>
            <rect
              x="12"
              y={y + 4}
              width="16"
              height="16"
              rx="3"
              className={tick.isOn ? 'fill-good stroke-good' : 'fill-panel stroke-bad'}
              strokeWidth="1.5"
            />
            {tick.isOn && (
              <path d={`M16 ${y + 12} l3 3.5 5.5 -7`} fill="none" strokeWidth="2" className="stroke-panel" />
            )}
            <text x="38" y={y + 16.5} fontSize="12" className="fill-current">
              {tick.label}
            </text>
            {!tick.isOn && (
              <path
                d={`M${WIDTH - 26} ${y + 6} l12 12 m0 -12 l-12 12`}
                strokeWidth="2"
                strokeLinecap="round"
                className="stroke-bad"
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}
