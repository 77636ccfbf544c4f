import { useEffect, useRef } from 'react'
import { everyTick } from '../time/ticker.ts'

/** Text that depends on the time; repainted without React. */
export function Ticking({ text, className }: { readonly text: () => string; readonly className?: string }) {
  const place = useRef<HTMLSpanElement>(null)
  const latest = useRef(text)
  useEffect(() => {
    latest.current = text
    const paint = () => {
      const next = latest.current()
      if (place.current && place.current.textContent !== next) place.current.textContent = next
    }
    paint()
    return everyTick(paint)
  }, [text])
  return <span ref={place} translate="no" className={className} />
}
