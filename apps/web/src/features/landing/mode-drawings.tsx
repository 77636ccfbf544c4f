const FRAME = {
  viewBox: '0 0 160 64',
  fill: 'none',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  className: 'h-16 w-40 text-text-3',
  stroke: 'currentColor',
  role: 'img',
} as const

type DrawingProps = { readonly label: string }

/** Two price lines that part: the gap between two exchanges. */
export function SpotDrawing({ label }: DrawingProps) {
  return (
    <svg {...FRAME} aria-label={label}>
      <path d="M4 38 L36 34 L64 30 L96 18 L128 14 L156 10" className="text-accent" stroke="currentColor" />
      <path d="M4 42 L36 40 L64 38 L96 46 L128 50 L156 54" />
      <path d="M128 17 V47 M125 20 L128 16 L131 20 M125 44 L128 48 L131 44" strokeWidth="1.5" />
    </svg>
  )
}

const PAYMENTS = [26, 34, 22, 40, 30, 36, 18].map((height, at) => ({ x: 14 + at * 22, height }))

/** Payments above a line, one after the other. */
export function CarryDrawing({ label }: DrawingProps) {
  return (
    <svg {...FRAME} aria-label={label}>
      <path d="M4 56 H156" />
      {PAYMENTS.map(({ x, height }) => (
        <path
          key={x}
          d={`M${x} 54 V${54 - height}`}
          strokeWidth="8"
          strokeLinecap="butt"
          className="text-accent"
          stroke="currentColor"
        />
      ))}
    </svg>
  )
}

/** Three assets and the way around them. */
export function TriDrawing({ label }: DrawingProps) {
  return (
    <svg {...FRAME} aria-label={label}>
      <circle cx="34" cy="50" r="7" />
      <circle cx="80" cy="12" r="7" className="text-accent" stroke="currentColor" />
      <circle cx="126" cy="50" r="7" />
      <path d="M40 44 L72 19 M68 17 L74 17 L73 23" />
      <path d="M87 18 L119 43 M118 37 L120 44 L113 43" />
      <path d="M117 51 H44 M49 47 L44 51 L49 55" />
    </svg>
  )
}
