import { useCallback, useEffect, useState } from 'react'

export type Steps = {
  /** 0 before the start, 1 to `count` while they run, `count + 1` when they are through. */
  readonly current: number
  readonly start: () => void
  readonly cancel: () => void
}

/** Runs through `count` steps, each as long as `durationMs` says when it begins. */
export function useSteps(count: number, durationMs: () => number): Steps {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    if (current === 0 || current > count) return
    const timer = setTimeout(() => setCurrent(current + 1), durationMs())
    return () => clearTimeout(timer)
  }, [current, count, durationMs])
  const start = useCallback(() => setCurrent(1), [])
  const cancel = useCallback(() => setCurrent(0), [])
  return { current, start, cancel }
}
