import { useQuery } from '@tanstack/react-query'
import { Pencil, SquareCheck, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import type { MediaAsset } from '../../../contract/media.ts'
import { useApi } from '../../data/api-context.tsx'
import { mediaUsagesQuery, useChangeManyMedia } from '../../data/media.ts'
import type { Marked } from '../../lib/use-marked.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { BarButton, SelectionBar } from '../../ui/selection-bar.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { quoted } from '../../../rules/quoted.ts'
import { tellFailures } from './tell-failures.ts'

/** Maximum number of articles named before a deletion. */
const ARTICLES_NAMED = 5

type Props = {
  marked: Marked<MediaAsset>
  asking: boolean
  onAsk: (asking: boolean) => void
  /** Opens the texts of several images, where they are not beside the grid. */
  onEdit?: (() => void) | undefined
}

/** Bulk actions for images: delete, with one undo. */
export function MediaBulkBar({ marked, asking, onAsk, onEdit }: Props) {
  const change = useChangeManyMedia()
  const [busy, setBusy] = useState(false)
  const { chosen } = marked

  const attempt = async (ids: string[], action: 'remove' | 'restore', failed: string) => {
    setBusy(true)
    try {
      const items = await change.mutateAsync({ ids, action })
      tellFailures(items.filter(({ outcome }) => outcome === 'failed'))
      return items.filter(({ outcome }) => outcome === 'changed').map(({ id }) => id)
    } catch (error) {
      toastRefusal(error, failed)
      return []
    } finally {
      setBusy(false)
    }
  }
  const remove = async () => {
    onAsk(false)
    const gone = await attempt(
      chosen.map(({ id }) => id),
      'remove',
      'Fehler beim Löschen',
    )
    marked.drop(gone)
    if (gone.length === 0) return
    toastDone(gone.length === 1 ? 'Datei gelöscht' : `${gone.length.toLocaleString('de')} Dateien gelöscht`, {
      undo: () => void attempt(gone, 'restore', 'Wiederherstellen fehlgeschlagen'),
    })
  }

  useOffers({ 'media.remove': () => onAsk(true), 'media.unmark': marked.clear })
  return (
    <>
      <SelectionBar count={chosen.length} busy={busy} onClear={marked.clear}>
        <BarButton icon={<SquareCheck aria-hidden />} onClick={marked.markAll}>
          Alle auswählen
        </BarButton>
        {onEdit && chosen.length > 1 && (
          <BarButton icon={<Pencil aria-hidden />} onClick={onEdit}>
            Angaben
          </BarButton>
        )}
        <BarButton
          icon={<Trash2 aria-hidden />}
          className="text-danger [&>svg]:text-danger!"
          onClick={() => onAsk(true)}
        >
          Löschen
        </BarButton>
      </SelectionBar>
      <ConfirmDialog
        open={asking}
        onClose={() => onAsk(false)}
        title={chosen.length === 1 ? 'Bild löschen?' : `${chosen.length.toLocaleString('de')} Bilder löschen?`}
        description={asking && <Consequence chosen={chosen} />}
        verb="Löschen"
        onConfirm={() => void remove()}
      />
    </>
  )
}

function Consequence({ chosen }: { chosen: MediaAsset[] }) {
  const ids = chosen.map(({ id }) => id)
  const used = useQuery(mediaUsagesQuery(useApi(), ids)).data ?? []
  const articles = new Map(used.flatMap((image) => image.articles.map((article) => [article.id, article.title])))
  const names = [...articles.values()]
  const more = names.length - ARTICLES_NAMED
  return (
    <>
      {chosen.length === 1 ? `${quoted(chosen[0]?.filename ?? '')} kommt` : 'Die Bilder kommen'} für 30 Tage in den
      Papierkorb.
      {names.length > 0 && (
        <span className="mt-2 block text-fg">
          {used.length === 1 ? 'Ein Bild wird' : `${used.length.toLocaleString('de')} Bilder werden`} verwendet:{' '}
          {names
            .slice(0, ARTICLES_NAMED)
            .map((title) => quoted(title))
            .join(', ')}
          {more > 0 && ` und ${more.toLocaleString('de')} weitere`}. Auf veröffentlichten Seiten bleiben sie zu sehen,
          solange sie im Papierkorb liegen.
        </span>
      )}
    </>
  )
}
