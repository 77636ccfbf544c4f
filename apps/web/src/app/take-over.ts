/** Steps after the first drawing: `focus` runs before it is painted, `press` after the page's own effects. */
export type TakeOverSteps = { readonly focus: () => void; readonly press: () => void }

/**
 * Lets the script take over a prerendered page; server and browser draw the same markup. Restores the focus, and
 * repeats the button press that `public/first.js` recorded. Must be called before the script draws.
 */
export function takeOver(root: HTMLElement): TakeOverSteps {
  let focused = placeOf(root, document.activeElement)
  const note = ({ target }: FocusEvent) => {
    focused = placeOf(root, target)
  }
  root.addEventListener('focusin', note)
  const page = document.documentElement
  return {
    focus: () => {
      root.removeEventListener('focusin', note)
      // From here on the drawn page handles every press itself.
      page.dataset.ready = ''
      if (focused !== null) elementsLike(root, focused.name)[focused.index]?.focus({ preventScroll: true })
    },
    press: () => {
      const pressed = readPress(page.dataset.pressed)
      delete page.dataset.pressed
      if (pressed !== null) elementsLike(root, pressed.name, 'button')[pressed.index]?.click()
    },
  }
}

type Place = { readonly name: string; readonly index: number }

function placeOf(root: HTMLElement, element: EventTarget | null): Place | null {
  if (!(element instanceof HTMLElement) || !root.contains(element)) return null
  const name = nameOf(element)
  const index = elementsLike(root, name).indexOf(element)
  return index < 0 ? null : { name, index }
}

/** Links and buttons called `name`, in document order. */
function elementsLike(root: HTMLElement, name: string, selector = 'a, button'): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)].filter((one) => nameOf(one) === name)
}

const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''

function readPress(text: string | undefined): Place | null {
  if (text === undefined) return null
  const [name, index]: unknown[] = JSON.parse(text)
  return typeof name === 'string' && typeof index === 'number' ? { name, index } : null
}
