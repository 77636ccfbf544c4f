import encodeQR from 'qr'
import { useMemo } from 'react'

/** White border around the code, in cells; without it readers do not find the code (ISO/IEC 18004, 6.3.8). */
const QUIET_CELLS = 4

/** A text as a QR code: dark on white in every theme, because many readers read nothing else. */
export function QrPicture({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => drawn(encodeQR(text, 'raw', { border: QUIET_CELLS })), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-56 shrink-0 rounded-control border border-line"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

/** SVG path of the dark cells: one piece for each run of dark cells in a row. */
function drawn(rows: readonly (readonly boolean[])[]): { readonly size: number; readonly path: string } {
  const path = rows.map((row, y) => {
    const dark = row.map((isDark) => (isDark ? '1' : '0')).join('')
    return [...dark.matchAll(/1+/g)]
      .map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
      .join('')
  })
  return { size: rows.length, path: path.join('') }
}
