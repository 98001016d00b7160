import { Link as LinkIcon } from 'lucide-react'
import { LINK_CATEGORIES } from '../../../rules/libraries.ts'
import { LibraryScreen } from '../../parts/library/library-screen.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { LinkForm } from './link-dialog.tsx'
import { LinkRows } from './link-rows.tsx'

/** `/admin/link-library`: saved links by category. */
export function LinkLibraryScreen() {
  return (
    <LibraryScreen
      noun="links"
      categories={LINK_CATEGORIES}
      pageSize={100}
      words={WORDS}
      icon={LinkIcon}
      skeleton={<SkeletonRows columns="grid grid-cols-[34%_20%_1fr_112px] gap-4" cells={4} />}
      copyOf={({ url }) => url}
      Rows={LinkRows}
      Form={LinkForm}
    />
  )
}

const WORDS = {
  title: 'Link-Datenbank',
  one: 'Link',
  many: 'Links',
  search: 'Links durchsuchen...',
  addAction: 'link.new' as const,
  copyAction: 'link.copy' as const,
  removeAction: 'link.remove' as const,
  add: 'Neuer Link',
  create: 'Neuer Link',
  edit: 'Link bearbeiten',
  addHere: 'Link anlegen',
  loadFailed: 'Fehler beim Laden der Links',
  openFailed: 'Fehler beim Öffnen des Links',
  moreFailed: 'Weitere Links konnten nicht geladen werden.',
  nothingFound: 'Keine Links gefunden',
  nothingFoundSentence: 'In keiner der Kategorien steht ein Link mit diesen Wörtern.',
  nothingHere: 'Keine Links in dieser Kategorie',
  nothingHereSentence: 'Hier liegen die Quellen, auf die Sie immer wieder zurückgreifen.',
  removeQuestion: 'Link löschen?',
  removed: 'Link gelöscht',
  removeFailed: 'Fehler beim Löschen des Links',
  copied: 'Adresse kopiert',
}
