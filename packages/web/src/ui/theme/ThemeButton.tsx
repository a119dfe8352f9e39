// One small button for the theme, where there is no menu: each press chooses the next one.
import { useHydrated } from '../use-browser.ts'
import { chooseTheme, themes, useTheme } from './theme.ts'

export function ThemeButton({ className }: { className: string }) {
  const isAlive = useHydrated()
  const theme = useTheme()
  const at = themes.findIndex(({ value }) => value === theme)
  const next = themes[(at + 1) % themes.length] ?? themes[0]
  return (
    <button
      type="button"
      className={className}
      disabled={!isAlive}
      title={`Change to ${next.label.toLowerCase()}`}
      onClick={() => chooseTheme(next.value)}
    >
      Theme: {themes[at]?.label.toLowerCase()}
    </button>
  )
}
