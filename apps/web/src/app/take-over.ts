/**
 * The script takes over a page that was rendered ahead. Both draw the same, so nobody sees it; what a person did
 * meanwhile stays done: the press of a button, which `public/first.js` kept, is repeated, and the focus is where it was.
 */
export function takeOver(root: HTMLElement, draw: () => void): void {
  const focus = placeOf(root, document.activeElement)
  draw()
  const page = document.documentElement
  page.dataset.ready = ''
  if (focus !== null) elementsLike(root, focus.name)[focus.at]?.focus({ preventScroll: true })
  const pressed = readPress(page.dataset.pressed)
  delete page.dataset.pressed
  if (pressed !== null) elementsLike(root, pressed.name, 'button')[pressed.at]?.click()
}

type Place = { readonly name: string; readonly at: number }

function placeOf(root: HTMLElement, element: Element | null): Place | null {
  if (!(element instanceof HTMLElement) || !root.contains(element)) return null
  const name = nameOf(element)
  const at = elementsLike(root, name).indexOf(element)
  return at < 0 ? null : { name, at }
}

/** Links and buttons of that name, in their order. */
function elementsLike(root: HTMLElement, name: string, selector = 'a, button'): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => nameOf(one) === name)
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''

function readPress(text: string | undefined): Place | null {
  if (text === undefined) return null
  const [name, at]: unknown[] = JSON.parse(text)
  return typeof name === 'string' && typeof at === 'number' ? { name, at } : null
}
