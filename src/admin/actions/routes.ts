import { NOUNS } from '../../nouns/nouns.ts'
import { SCREEN_NOUNS } from '../../nouns/registries.ts'
import type { Where } from './registry.ts'

const partsOf = (pathname: string) => pathname.replace(/^\/admin\/?/, '').split('/')

/** True on the editor's screen, where no single key is a shortcut, whatever has the focus (RUL-105). */
export function isEditor(pathname: string): boolean {
  const [screen, record] = partsOf(pathname)
  return (screen === 'articles' || screen === 'pages') && Boolean(record)
}

/** Whose keys are to be had on a screen, in the order in which they are shown. J and K walk the lists of every screen. */
export function placesOf(pathname: string): Where[] {
  const [screen = ''] = partsOf(pathname)
  if (isEditor(pathname)) return ['editor', 'text', 'everywhere', 'screens']
  return [...(OWN[screen] ?? ['lists']), 'everywhere', 'screens']
}

const OWN: Readonly<Record<string, readonly Where[]>> = {
  '': ['dashboard', 'lists'],
  activity: ['activity', 'lists'],
  comments: ['comments', 'lists'],
  ...Object.fromEntries(
    SCREEN_NOUNS.map((noun): [string, readonly Where[]] => {
      const { path, keys } = NOUNS[noun].screen
      return [partsOf(path)[0] ?? '', keys]
    }),
  ),
}
