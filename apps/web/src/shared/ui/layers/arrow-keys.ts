/** Moves the focus among the fields and buttons of an open menu with the up and down arrows, round its ends. */
export function moveByArrows(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>, menu: HTMLElement): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const stops = [...menu.querySelectorAll<HTMLElement>('input, button:not(:disabled)')]
  const here = stops.findIndex((stop) => stop === document.activeElement)
  event.preventDefault()
  stops.at(here < 0 && step < 0 ? -1 : (here + step) % stops.length)?.focus()
}
