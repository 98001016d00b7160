import { BookOpen, FilePlus, Lightbulb, Link, SquareKanban, StickyNote, type LucideIcon } from 'lucide-react'
import type { ConversionTarget, InboxItem, InboxType } from '../../../contract/inbox.ts'
import type { ActionId } from '../../actions/registry.ts'
import { hostOf } from '../../../rules/url.ts'

export const TYPE_ICONS: Record<InboxType, LucideIcon> = { link: Link, idea: Lightbulb, note: StickyNote }

const TYPE_WORDS: Record<InboxType, string> = { link: 'Link', idea: 'Idee', note: 'Notiz' }
const SOURCE_WORDS = { quick: 'Schnelleingabe', bookmarklet: 'Bookmarklet', extension: 'Erweiterung', feed: 'RSS' }

/** The origin of an entry, under its title: `technikjournal.example · RSS`. */
export function originOf({ url, type, source }: InboxItem): string {
  if (url === null && type === 'note') return TYPE_WORDS.note
  return [url !== null && hostOf(url), SOURCE_WORDS[source]].filter(Boolean).join(' · ')
}

export type Target = {
  to: ConversionTarget
  label: string
  action: string
  done: string
  /** Its action id, for the shortcut. */
  does: ActionId
  icon: LucideIcon
}

/** Conversion targets of an entry, in the order of the pane. */
export const TARGETS: readonly Target[] = [
  {
    to: 'article',
    label: 'Artikel',
    action: 'Als Artikel anlegen',
    done: 'Artikel angelegt',
    does: 'inbox.article',
    icon: FilePlus,
  },
  {
    to: 'task',
    label: 'Aufgabe',
    action: 'Als Aufgabe anlegen',
    done: 'Aufgabe angelegt',
    does: 'inbox.task',
    icon: SquareKanban,
  },
  {
    to: 'research',
    label: 'Recherche-Element',
    action: 'Als Recherche-Element anlegen',
    done: 'Recherche-Element angelegt',
    does: 'inbox.research',
    icon: BookOpen,
  },
  {
    to: 'link',
    label: 'Eintrag in der Link-Datenbank',
    action: 'In die Link-Datenbank aufnehmen',
    done: 'In die Link-Datenbank aufgenommen',
    does: 'inbox.link',
    icon: Link,
  },
]

/** Only an entry with an address can go to the link database. */
export function targetsOf(item: InboxItem): readonly Target[] {
  return item.url === null ? TARGETS.filter(({ to }) => to !== 'link') : TARGETS
}
