import type { Grade } from './grades.ts'

/** The grade as a shape, without its colour: full triangle, open triangle or ring, none of which reads as a minus. */
export function GradeArrow({ grade, size = 10 }: { readonly grade: Grade; readonly size?: number }) {
  return (
    <svg width={size} height={size * 0.9} viewBox="0 0 10 9" aria-hidden="true" className="shrink-0">
      {grade === 'bad' ? (
        <circle cx="5" cy="4.8" r="2.6" fill="none" stroke="currentColor" strokeWidth="1.4" />
      ) : (
        <path
          d="M5 1 L9.2 8.2 H0.8 Z"
          fill={grade === 'good' ? 'currentColor' : 'none'}
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinejoin="round"
        />
      )}
    </svg>
  )
}
