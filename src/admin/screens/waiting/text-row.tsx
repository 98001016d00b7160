import { Link } from '@tanstack/react-router'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import type { WaitingText } from './use-waiting-texts.ts'
import { Row } from './waiting-rows.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** Waiting text, pictures or suggestions of an article or page. */
export function TextRow({ text, onDrop }: { text: WaitingText; onDrop: () => void }) {
  const zone = useSiteZone()
  return (
    <Row title={text.title} detail={wordsOf(text, zone)}>
      <Link
        to={text.noun === 'pages' ? '/admin/pages/$id' : '/admin/articles/$id'}
        params={{ id: text.id }}
        aria-label={`${quoted(text.title)} öffnen`}
        className={buttonClass({})}
      >
        Öffnen
      </Link>
      <Button look="quiet" onClick={onDrop} aria-label={`${quoted(text.title)} verwerfen`}>
        Verwerfen
      </Button>
    </Row>
  )
}

function wordsOf(text: WaitingText, zone: string): string {
  if (text.kind === 'pictures') return text.count === 1 ? 'Ein Bild' : `${text.count} Bilder`
  const saved = formatInZone(text.savedAt, 'd. MMMM, HH:mm', zone)
  if (text.kind === 'text') return `Lokal gesichert am ${saved}`
  return `${text.count === 1 ? 'Ein Vorschlag' : `${text.count} Vorschläge`}, lokal gesichert am ${saved}`
}
