import type { Where } from './registry.ts'

/** Whose keys are to be had on a screen, in the order in which they are shown. */
export function placesOf(pathname: string): Where[] {
  const [screen = '', record] = pathname.replace(/^\/admin\/?/, '').split('/')
  if ((screen === 'articles' || screen === 'pages') && record) return ['editor', 'text', 'everywhere', 'screens']
  return [...(OWN[screen] ?? []), 'everywhere', 'screens']
}

const OWN: Record<string, readonly Where[]> = {
  '': ['dashboard'],
  articles: ['articles', 'lists'],
  calendar: ['calendar'],
  'editorial-plan': ['board'],
  research: ['lists'],
  inbox: ['inbox', 'lists'],
  media: ['media', 'lists'],
  'link-library': ['lists'],
  'prompt-library': ['lists'],
}
