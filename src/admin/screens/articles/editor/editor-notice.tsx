import { Button } from '../../../ui/button.tsx'
import { useSiteZone } from '../../../data/settings.ts'
import { formatInZone } from '../../../lib/dates.ts'
import type { ArticleEditing } from './use-article-editing.ts'

/** Says that text was brought back from this machine, and how to get rid of it. */
export function EditorNotice({ editing }: { editing: ArticleEditing }) {
  const zone = useSiteZone()
  const { restored, base } = editing
  if (!restored) return null
  return (
    <output className="flex flex-none items-center justify-center gap-3 border-b border-line bg-accent-soft px-4 py-1 text-s">
      <span>
        {base ? 'Nicht gespeicherte Änderungen' : 'Ein nicht gespeicherter Entwurf'} vom{' '}
        {formatInZone(restored, 'd. MMMM, HH:mm', zone)} {base ? 'sind' : 'ist'} wiederhergestellt.
      </span>
      <Button look="quiet" className="px-2! text-s" onClick={editing.discardRestored}>
        Verwerfen
      </Button>
    </output>
  )
}
