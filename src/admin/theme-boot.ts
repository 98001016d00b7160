// Runs alone and before everything else (see vite.config.ts), so it imports nothing: lib/theme.ts holds the same rule.
{
  let choice: string | null = null
  try {
    choice = localStorage.getItem('blog-cms-theme')
  } catch {
    // Storage may be switched off; the default stands.
  }
  const light = choice === 'light' || (choice === 'system' && matchMedia('(prefers-color-scheme: light)').matches)
  document.documentElement.dataset.theme = light ? 'light' : 'dark'
}
