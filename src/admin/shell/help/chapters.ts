import { NOUNS } from '../../../nouns/nouns.ts'
import { SCREEN_NOUNS } from '../../../nouns/registries.ts'

/** A part of the manual under a heading. */
export type Chapter = { title: string; level: 2 | 3; markdown: string; parent: string | null }

const HEADING = /^(#{2,3}) (.+)$/

/** The manual in its chapters, each without those below it. */
export function chaptersOf(manual: string): Chapter[] {
  const chapters: Chapter[] = []
  let parent: string | null = null
  for (const line of manual.split('\n')) {
    const heading = HEADING.exec(line)
    const last = chapters.at(-1)
    if (heading) {
      const [, signs = '', title = ''] = heading
      const level = signs.length === 2 ? 2 : 3
      if (level === 2) parent = title
      chapters.push({ title, level, markdown: '', parent: level === 2 ? null : parent })
    } else if (last) last.markdown += `${line}\n`
  }
  return chapters
}

const screenOf = (pathname: string) => pathname.replace(/^\/admin\/?/, '').split('/')

const SCREENS: Record<string, string> = {
  '': 'Dashboard',
  ...Object.fromEntries(SCREEN_NOUNS.map((noun) => [screenOf(NOUNS[noun].screen.path)[0], NOUNS[noun].screen.chapter])),
  comments: 'Kommentare',
  integrations: 'Integrationen',
  settings: 'Einstellungen',
  'system-check': 'System-Check',
  account: 'Ihr Konto und seine Sicherheit',
  notices: 'Mitteilungen',
  activity: 'Aktivität',
}

const SECTIONS: Record<string, string> = {
  aussehen: 'Aussehen',
  seiten: 'Seiten',
  kommentare: 'Kommentare',
  weiterleitungen: 'Weiterleitungen',
  import: 'Import',
  konten: 'Konten und Protokoll',
  protokoll: 'Konten und Protokoll',
  sicherung: 'Sicherung',
}

/** Which chapter tells of a screen. */
export function chapterOf(pathname: string, section: string | undefined): string {
  const [screen = '', record] = screenOf(pathname)
  if (screen === 'pages') return 'Seiten'
  if (screen === 'articles' && record) return 'Schreiben'
  if (screen === 'account' && record) return 'Mitteilungen'
  if (screen === 'settings' && section !== undefined && SECTIONS[section]) return SECTIONS[section]
  return SCREENS[screen] ?? 'Die Oberfläche'
}
