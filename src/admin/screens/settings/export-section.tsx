import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Download } from 'lucide-react'
import { useOffers } from '../../actions/offers.ts'
import { EXPORTED_WORDS } from '../../../nouns/registries.ts'
import { useApi } from '../../data/api-context.tsx'
import { exportSizeQuery, useExport } from '../../data/export.ts'
import { saveFile } from '../../lib/copy-save-print.ts'
import { Button } from '../../ui/button.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

const MEGABYTE = 1024 ** 2
/** Approximate size of a text, sufficient for the progress bar. */
const BYTES_A_TEXT = 4_000

/** The whole blog as one zip, for owners (RUL-54). */
export function ExportSection() {
  const size = useQuery(exportSizeQuery(useApi()))
  const { received, start, cancel } = useExport()
  const isRunning = received !== null

  const save = async () => {
    try {
      const { blob, name } = await start()
      saveFile(blob, name)
      toastDone('Export heruntergeladen', { description: `${name}, ${megabytes(blob.size)}` })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
      toastRefusal(error, 'Der Export ist abgebrochen')
    }
  }
  useOffers({ 'export.save': isRunning ? null : () => void save() })
  if (size.isPending) return <SkeletonRows columns="grid grid-cols-[1fr_120px] gap-4" cells={2} />
  if (size.isError && !size.data) return <BrokenState query={size} />
  const { articles, pages, media, bytes } = size.data
  const expected = bytes + (articles + pages) * BYTES_A_TEXT
  return (
    <div className="w-full max-w-[560px]">
      <p className="text-fg-2">Der ganze Blog als Zip-Datei, ohne Konten, Passwörter und Schlüssel.</p>
      <details className="group mt-1">
        <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 rounded-control text-s text-fg-2 hover:text-fg md:min-h-8 [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="icon-small group-open:rotate-90" />
          Was darin steht
        </summary>
        <p className="text-s text-fg-2">
          Artikel und Seiten als Markdown, Bilder, {EXPORTED_WORDS.join(', ')} und Weiterleitungen: lesbar von Hand, mit
          Hugo und für den Import in einen anderen Blog.
        </p>
      </details>
      <dl className="my-4 grid grid-cols-3 border-y border-line py-3">
        <Fact name="Artikel" value={articles.toLocaleString('de-DE')} />
        <Fact name="Seiten" value={pages.toLocaleString('de-DE')} />
        <Fact name="Bilder" value={`${media.toLocaleString('de-DE')}${bytes > 0 ? ` (${megabytes(bytes)})` : ''}`} />
      </dl>
      {isRunning ? (
        <div className="flex flex-wrap items-center gap-3">
          <progress
            aria-label="Export herunterladen"
            value={Math.min(received, expected)}
            max={Math.max(expected, received, 1)}
            className="min-w-40 flex-1"
          />
          <span className="text-s text-fg-2 tabular-nums">{megabytes(received)} geladen</span>
          <Button onClick={cancel}>Abbrechen</Button>
        </div>
      ) : (
        <Button look="primary" icon={<Download aria-hidden />} onClick={() => void save()}>
          Exportieren
        </Button>
      )}
    </div>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-s text-fg-2">{name}</dt>
      <dd className="font-medium tabular-nums">{value}</dd>
    </div>
  )
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toLocaleString('de-DE', { maximumFractionDigits: 1 })} MB`
}
