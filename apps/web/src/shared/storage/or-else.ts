/** The result of `act`; `otherwise` where it throws, as storage does that the browser refuses. */
export function orElse<T>(act: () => T, otherwise: T): T {
  try {
    return act()
  } catch {
    return otherwise
  }
}
