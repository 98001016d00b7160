import type { ReactNode } from 'react'
import { isApiError } from '../../../../../contract/errors.ts'
import { Button } from '../../../../ui/button.tsx'
import { useSiteZone } from '../../../../data/settings.ts'
import { formatInZone } from '../../../../lib/dates.ts'
import { faultSentence, fieldFaults } from '../../../../lib/faults.ts'
import { changedBy } from '../dialogs/conflict-dialog.tsx'
import { useOtherWriter } from '../dialogs/use-other-writer.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** One line below the bar: a problem that needs the author, or the notice of restored text. */
export function EditorNotice({ editing }: { editing: ArticleEditing }) {
  const zone = useSiteZone()
  const { words } = useWrittenNoun()
  const { restored, base, conflict, refusal, delay, sync } = editing
  const kept = sync === 'unprotected' ? 'Ihr Text ist nicht gesichert.' : 'Ihr Text ist auf diesem Gerät gesichert.'
  const other = useOtherWriter(editing)
  if (conflict)
    return (
      <Notice words={changedBy(other)} kept={kept}>
        <Button look="quiet" className="px-2! text-s" onClick={() => editing.article.compare(true)}>
          Fassungen vergleichen
        </Button>
      </Notice>
    )
  if (refusal) return <Notice words={refusalSentence(refusal, words.gone)} kept={kept} />
  if (delay) return <Notice words={faultSentence(delay)} kept={kept} />
  if (!restored) return null
  return (
    <Notice
      words={`${base ? 'Nicht gespeicherte Änderungen' : 'Ein nicht gespeicherter Entwurf'} vom ${formatInZone(restored, 'd. MMMM, HH:mm', zone)} ${base ? 'sind' : 'ist'} wiederhergestellt.`}
    >
      <Button look="quiet" className="px-2! text-s" onClick={editing.discardRestored}>
        Verwerfen
      </Button>
    </Notice>
  )
}

/** With little room only the chip above shows where the text is stored. */
function Notice({ words, kept, children }: { words: string; kept?: string; children?: ReactNode }) {
  return (
    <output className="flex flex-none items-center justify-center gap-3 border-b border-line bg-accent-soft px-4 py-1 text-s">
      <span className="min-w-0 wrap-anywhere">
        {words}
        {kept && <span className="max-md:hidden"> {kept}</span>}
      </span>
      {children}
    </output>
  )
}

function refusalSentence(error: unknown, gone: string): string {
  if (isApiError(error, 'not_found')) return gone
  const [reason] = Object.values(fieldFaults(error))
  const sentence = reason ?? faultSentence(error, 'Der Server nimmt den Text nicht an')
  return `Nicht gespeichert: ${sentence.replace(/\.?$/, '.')}`
}
