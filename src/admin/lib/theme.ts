/** SHELL-5: what the user chose; `system` follows the machine. */
export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'blog-cms-theme'
const listeners = new Set<() => void>()

/** The chosen theme; dark without a choice, also where storage is switched off. */
export function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? 'dark'
  } catch {
    return 'dark'
  }
}

/** The theme to draw for a choice. theme-boot.ts holds the same rule for the first paint. */
export function effectiveTheme(theme: Theme, systemIsLight: boolean): 'light' | 'dark' {
  return theme === 'light' || (theme === 'system' && systemIsLight) ? 'light' : 'dark'
}

/** Remembers the choice and draws it at once. */
export function writeTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Without storage the choice holds for this page alone.
  }
  applyTheme(theme)
  for (const listener of listeners) listener()
}

/** Keeps this page in step with the system and with choices made in other tabs, until the returned function is called. */
export function followTheme(): () => void {
  const system = matchMedia('(prefers-color-scheme: light)')
  const follow = () => {
    applyTheme(readTheme())
    for (const listener of listeners) listener()
  }
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY) follow()
  }
  system.addEventListener('change', follow)
  addEventListener('storage', onStorage)
  return () => {
    system.removeEventListener('change', follow)
    removeEventListener('storage', onStorage)
  }
}

/** For `useSyncExternalStore`: called on each change of the choice. */
export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function applyTheme(theme: Theme) {
  document.documentElement.dataset.theme = effectiveTheme(theme, matchMedia('(prefers-color-scheme: light)').matches)
}
