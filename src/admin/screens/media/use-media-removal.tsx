import { useQuery } from '@tanstack/react-query'
import type { MediaAsset } from '../../../contract/media.ts'
import { useApi } from '../../data/api-context.tsx'
import { mediaUsageQuery } from '../../data/media.ts'
import { useRecords } from '../../data/records.ts'
import { useRemoval } from '../../ui/removal.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** Deletes an image after a question that names what uses it; can be undone (MEDIA-3, RUL-20). */
export function useMediaRemoval(onRemove: (asset: MediaAsset) => void) {
  const { remove, restore } = useRecords('media')
  return useRemoval<MediaAsset>({
    question: 'Bild löschen?',
    consequence: (asset) => <Consequence asset={asset} />,
    done: 'Datei gelöscht',
    failed: 'Fehler beim Löschen',
    remove: (asset) => {
      onRemove(asset)
      return remove(asset)
    },
    restore,
  })
}

const NAMED = 5

function Consequence({ asset }: { asset: MediaAsset }) {
  const usage = useQuery(mediaUsageQuery(useApi(), asset.id)).data ?? []
  const more = usage.length - NAMED
  const isAll = (...nouns: string[]) => usage.every(({ noun }) => nouns.includes(noun))
  const [one, many] = isAll('articles')
    ? ['Ein Artikel', 'Artikel']
    : isAll('articles', 'pages')
      ? ['Eine Seite', 'Texte']
      : ['Eine Stelle', 'Stellen']
  return (
    <>
      {quoted(asset.filename)} kommt für 30 Tage in den Papierkorb.
      {usage.length > 0 && (
        <span className="mt-2 block text-fg">
          {usage.length === 1 ? `${one} verwendet es: ` : `${usage.length} ${many} verwenden es: `}
          {usage
            .slice(0, NAMED)
            .map(({ title }) => quoted(title))
            .join(', ')}
          {more > 0 && ` und ${more} weitere`}. Auf veröffentlichten Seiten bleibt es zu sehen, solange es im Papierkorb
          liegt.
        </span>
      )}
    </>
  )
}
