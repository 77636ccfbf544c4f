import { Moon, Sun } from 'lucide-react'
import { chooseTheme, useTheme } from '../../shared/theme/theme.ts'
import { tr } from '../../text/frame/tr.ts'

export function ThemeSwitch() {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  const label = next === 'dark' ? tr.theme.toDark : tr.theme.toLight
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => chooseTheme(next)}
      className="grid size-8 place-items-center rounded-control text-text-2 hover:bg-raised hover:text-text-1 pointer-coarse:size-11"
    >
      {theme === 'dark' ? <Sun size={16} aria-hidden /> : <Moon size={16} aria-hidden />}
    </button>
  )
}
