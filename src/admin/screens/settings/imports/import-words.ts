import { CircleAlert, CircleMinus, CirclePlus, CircleX, Copy, ImageOff, RefreshCw, type LucideIcon } from 'lucide-react'
import type { ImportItem, ImportRun, ItemKind } from '../../../../contract/imports.ts'

export const KIND_WORDS: Record<ItemKind, string> = {
  article: 'Artikel',
  page: 'Seite',
  media: 'Bild',
  category: 'Kategorie',
  tag: 'Schlagwort',
  author: 'Autor',
  comment: 'Kommentare',
  member: 'Mitglieder',
  redirect: 'Weiterleitung',
  other: 'Anderes',
}

type Look = { word: string; icon: LucideIcon; color: string }

/** The outcome of an item, as the list shows it. */
export function outcomeOf({ outcome, kind, reason }: ImportItem): Look {
  if (outcome === 'failed' && kind === 'media') return { word: 'Bild fehlt', icon: ImageOff, color: 'text-scheduled' }
  if (outcome === 'failed') return { word: 'Fehlgeschlagen', icon: CircleX, color: 'text-danger' }
  if (outcome === 'skipped') return { word: 'Bleibt weg', icon: CircleMinus, color: 'text-fg-2' }
  if (outcome === 'unchanged') return { word: 'Doppelt', icon: Copy, color: 'text-fg-2' }
  if (reason?.includes('fehlt')) return { word: 'Bild fehlt', icon: ImageOff, color: 'text-scheduled' }
  if (reason !== null) return { word: 'Mit Verlust', icon: CircleAlert, color: 'text-scheduled' }
  if (outcome === 'updated') return { word: 'Aktualisiert', icon: RefreshCw, color: 'text-published' }
  return { word: 'Neu', icon: CirclePlus, color: 'text-published' }
}

const number = (count: number) => count.toLocaleString('de-DE')

/** `118 Artikel, 3 Seiten und 264 Bilder`. */
export function whatCame({ sums: { articles, pages, media } }: ImportRun): string {
  const parts = [
    articles > 0 && `${number(articles)} Artikel`,
    pages > 0 && `${number(pages)} ${pages === 1 ? 'Seite' : 'Seiten'}`,
    media > 0 && `${number(media)} ${media === 1 ? 'Bild' : 'Bilder'}`,
  ].filter((part) => part !== false)
  const last = parts.pop() ?? 'Nichts'
  return parts.length === 0 ? last : `${parts.join(', ')} und ${last}`
}

/** The verb that agrees with `whatCame`. */
export const agreeing = ({ sums: { articles, pages, media } }: ImportRun, one: string, many: string) =>
  articles + pages + media < 2 ? one : many

/** `48,2 MB`, in the units of file managers. */
export function sizeInWords(bytes: number): string {
  const [size, unit] = bytes < 1024 ** 2 ? [bytes / 1024, 'KB'] : [bytes / 1024 ** 2, 'MB']
  return `${size.toLocaleString('de-DE', { maximumFractionDigits: 1 })} ${unit}`
}

/** Estimated remaining time from the progress so far; null if it is too early to tell. */
export function timeLeft({ counts: { done, total }, state_at }: ImportRun, now: number): string | null {
  const spent = now - Date.parse(state_at)
  if (done < 20 || spent < 5000 || done >= total) return null
  const seconds = (spent / done / 1000) * (total - done)
  if (seconds < 50) return 'Noch weniger als eine Minute.'
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? 'Noch etwa eine Minute.' : `Noch etwa ${number(minutes)} Minuten.`
}
