import type { Waiting } from '../../data/outbox.ts'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'

/** The name of a waiting action. */
export function deedName(deed: Waiting): string {
  return deed.kind === 'capture' ? deed.input.title : deed.title
}

/** What will be sent: `Karte nach Entwurf`. */
export function deedWords(deed: Waiting): string {
  if (deed.kind === 'move') return `Karte nach ${STATE_LABELS[deed.input.status]}`
  const pictures = deed.pictures?.length ?? 0
  if (pictures === 0) return 'Eintrag für die Inbox'
  return `Eintrag für die Inbox mit ${pictures === 1 ? 'einem Bild' : `${pictures} Bildern`}`
}
