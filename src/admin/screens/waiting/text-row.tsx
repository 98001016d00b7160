import { Link } from '@tanstack/react-router'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import type { WaitingText } from './use-waiting-texts.ts'
import { Row } from './waiting-rows.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** Waiting text or pictures of an article. */
export function TextRow({ text, onDrop }: { text: WaitingText; onDrop: () => void }) {
  const zone = useSiteZone()
  const what = text.savedAt
    ? `Lokal gesichert am ${formatInZone(text.savedAt, 'd. MMMM, HH:mm', zone)}`
    : text.pictures === 1
      ? 'Ein Bild'
      : `${text.pictures} Bilder`
  return (
    <Row title={text.title} detail={what}>
      <Link
        to="/admin/articles/$id"
        params={{ id: text.articleId }}
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
