/** A figure day by day, drawn without numbers: the charts and their tables have them. */
export function SparkLine({ values }: { readonly values: readonly number[] }) {
  if (values.length === 0) return null
  const most = Math.max(...values)
  const least = Math.min(...values)
  // All values are equal: a line would suggest a course.
  if (most === least) return null
  const points = values.map((value, at) => {
    const x = values.length === 1 ? 0 : (100 * at) / (values.length - 1)
    return `${x},${36 - (34 * (value - least)) / (most - least)}`
  })
  return (
    <svg
      viewBox="0 0 100 38"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute top-3 right-4 h-10 w-28 text-accent max-sm:w-24"
    >
      <polygon points={`0,38 ${points.join(' ')} 100,38`} fill="currentColor" opacity="0.12" />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
