import type { ReactNode } from 'react'
import { GRADE_TEXT, type Grade } from './grades.ts'

/** The grade as a shape: full triangle, open triangle or ring. None of them looks like a minus. */
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

/** A figure within a text, in the colour of its grade and after its shape. */
export function Graded(props: {
  readonly grade: Grade
  readonly title?: string
  readonly look?: string
  readonly children: ReactNode
}) {
  return (
    <span
      title={props.title}
      className={`inline-flex items-baseline gap-1 ${GRADE_TEXT[props.grade]} ${props.look ?? ''}`}
    >
      <GradeArrow grade={props.grade} size={8} />
      {props.children}
    </span>
  )
}

const LIT: Record<Grade, number> = { good: 3, warn: 2, bad: 1 }

/** Three bars like those of a radio signal: all lit is fast. */
export function SignalBars({ grade }: { readonly grade: Grade }) {
  return (
    <svg width="11" height="10" viewBox="0 0 11 10" aria-hidden="true" className="shrink-0" fill="currentColor">
      {[0, 1, 2].map((bar) => (
        <rect
          key={bar}
          x={bar * 4}
          y={6 - bar * 3}
          width="2.6"
          height={4 + bar * 3}
          rx="0.8"
          opacity={bar < LIT[grade] ? 1 : 0.28}
        />
      ))}
    </svg>
  )
}
