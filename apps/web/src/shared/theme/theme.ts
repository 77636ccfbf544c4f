import { useSyncExternalStore } from 'react'
import { storePreference } from '../storage/preferences.ts'

export type Theme = 'dark' | 'light'

/** Also read by `public/first.js`, before the first paint. */
const KEY = 'makas.theme'
const system = matchMedia('(prefers-color-scheme: dark)')
const watchers = new Set<() => void>()

/** The theme on the screen: the stored one, else the system's. */
function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (chosen === 'dark' || chosen === 'light') return chosen
  return system.matches ? 'dark' : 'light'
}

/** Shows and stores a theme. If storage is refused the theme holds until the page is left. */
export function chooseTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  storePreference(KEY, theme)
  for (const watcher of watchers) watcher()
}

export function useTheme(): Theme {
  return useSyncExternalStore(watch, currentTheme, () => 'light')
}

function watch(changed: () => void): () => void {
  watchers.add(changed)
  system.addEventListener('change', changed)
  return () => {
    watchers.delete(changed)
    system.removeEventListener('change', changed)
  }
}
