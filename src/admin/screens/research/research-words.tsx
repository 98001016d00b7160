import { Link, Paperclip, StickyNote, type LucideIcon } from 'lucide-react'
import type { SourceType } from '../../../contract/research.ts'

/** The types of an item. The texts of the tabs are specified (RUL-18). */
export const KINDS: Record<SourceType, { word: string; icon: LucideIcon }> = {
  link: { word: 'Link', icon: Link },
  note: { word: 'Notiz', icon: StickyNote },
  file: { word: 'Datei', icon: Paperclip },
}

export const LIST_TABS = [
  { value: 'all', label: 'All' },
  { value: 'link', label: 'Links' },
  { value: 'note', label: 'Notes' },
  { value: 'file', label: 'Files' },
] as const

/** `1 Link`, `3 Dateien`. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('de')} ${count === 1 ? one : many}`
}
