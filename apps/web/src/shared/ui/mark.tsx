/** The mark: two blades of a pair of scissors, drawn as two price lines that open to a gap. */
export function Mark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M2 7.5 L8.5 10.2 L12 13.2 L22 18.5" />
      <path d="M2 16.5 L8.5 13.8 L12 10.8 L22 5.5" className="text-accent" stroke="currentColor" />
    </svg>
  )
}
