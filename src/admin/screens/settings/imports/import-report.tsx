import { useInfiniteQuery } from '@tanstack/react-query'
import { Download, FileArchive, ListChecks } from 'lucide-react'
import { useState } from 'react'
import type { ImportItem, ImportRun, ItemFilter } from '../../../../contract/imports.ts'
import { useApi } from '../../../data/api-context.tsx'
import { importItemsQuery, useImports } from '../../../data/imports.ts'
import { itemsOf } from '../../../data/pages.ts'
import { useSiteZone } from '../../../data/settings.ts'
import { cx } from '../../../lib/class-names.ts'
import { formatInZone } from '../../../lib/dates.ts'
import { faultSentence } from '../../../lib/faults.ts'
import { saveFile } from '../../../lib/copy-save-print.ts'
import { useSearchWords } from '../../../lib/use-search-words.ts'
import { Button } from '../../../ui/button.tsx'
import { ListBody } from '../../../ui/list-body.tsx'
import { ScreenState } from '../../../ui/screen-state.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { toastFault, toastRefusal } from '../../../ui/toast.tsx'
import { KIND_WORDS, outcomeOf, sizeInWords } from './import-words.ts'

const COLUMNS = 'md:grid md:grid-cols-[minmax(0,1fr)_96px_128px_minmax(0,300px)_minmax(0,132px)] md:gap-x-4'
type Shown = ItemFilter | 'all'

/** Actions for a report; shown in the title row, on phones below it. */
export function ReportActions({
  run,
  onClose,
  className,
}: {
  run: ImportRun
  onClose: () => void
  className?: string
}) {
  const { change, report } = useImports()
  const [saving, setSaving] = useState(false)
  const isDry = run.dry_run && run.state === 'finished'
  // A started import is no longer a report: these buttons disappear before the response is shown.
  const act = (verb: 'start' | 'cancel') =>
    void change
      .mutateAsync({ id: run.id, verb })
      .then(onClose, (error: unknown) => toastRefusal(error, 'Das hat nicht geklappt'))
  const download = async () => {
    setSaving(true)
    try {
      saveFile(await report(run.id), 'importbericht.csv')
    } catch (error) {
      toastFault(faultSentence(error))
    }
    setSaving(false)
  }
  return (
    <div className={cx('flex flex-wrap items-center gap-2', className)}>
      <Button look="quiet" disabled={change.isPending} onClick={() => (isDry ? act('cancel') : onClose())}>
        {isDry ? 'Abbrechen' : 'Zurück'}
      </Button>
      <Button icon={<Download aria-hidden />} busy={saving} onClick={() => void download()}>
        Als CSV
      </Button>
      {isDry && (
        <Button look="primary" busy={change.isPending} onClick={() => act('start')}>
          Import starten
        </Button>
      )}
    </div>
  )
}

/** The outcome of each item: imported, duplicate or lost, of a dry run or of an import. */
export function ImportReport({ run, onClose }: { run: ImportRun; onClose: () => void }) {
  const zone = useSiteZone()
  const [filter, setFilter] = useState<Shown>(run.sums.remarks > 0 ? 'remarks' : 'all')
  const [q, setQ] = useState('')
  const words = useSearchWords(q, setQ)
  const list = useInfiniteQuery({
    ...importItemsQuery(useApi(), run.id, { filter: filter === 'all' ? undefined : filter, q }),
    placeholderData: (former) => former,
  })
  const { sums, counts } = run
  const about = [
    run.format,
    run.bytes === null ? null : sizeInWords(run.bytes),
    run.dry_run && `Probelauf von ${formatInZone(run.state_at, 'HH:mm', zone)}`,
    run.dry_run && 'nichts wurde verändert',
  ].filter(Boolean)
  return (
    <>
      <div className="mb-4 flex items-center gap-3">
        <FileArchive aria-hidden className="flex-none text-fg-2" />
        <p className="min-w-0">
          <b className="font-medium wrap-anywhere">{run.name}</b>
          <span className="text-fg-2 max-md:hidden"> {about.join(', ')}</span>
        </p>
      </div>
      <Sums
        entries={[
          ['Artikel', sums.articles],
          ['Seiten', sums.pages],
          ['Bilder', sums.media],
          ['Schlagwörter', sums.tags],
          ['Weiterleitungen', sums.redirects],
          ['Hinweise', sums.remarks],
        ]}
      />
      <ReportActions run={run} onClose={onClose} className="mb-4 md:hidden" />
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <SegmentedFilter
          label="Ergebnis"
          className="max-md:w-full"
          value={filter}
          onChange={setFilter}
          segments={[
            { value: 'all', label: 'Alle', count: counts.done },
            { value: 'new', label: 'Neu', count: sums.new },
            { value: 'doubled', label: 'Doppelt', count: sums.doubled },
            { value: 'remarks', label: 'Hinweise', count: sums.remarks },
          ]}
        />
        <SearchField
          label="Einträge durchsuchen"
          value={words.value}
          onChange={words.change}
          busy={list.isPlaceholderData}
          className="max-md:w-full md:ml-auto md:w-62"
        />
      </div>
      <ListBody
        list={list}
        skeleton={<SkeletonRows columns="grid grid-cols-[1fr_96px_128px_1fr] gap-4" cells={4} />}
        nothing={
          <ScreenState
            icon={ListChecks}
            title={q === '' ? 'Hier steht nichts' : 'Kein Eintrag gefunden'}
            sentence={q === '' ? 'Zu dieser Auswahl gibt es keine Einträge.' : 'Bitte andere Wörter versuchen.'}
            action={
              (q !== '' || filter !== 'all') && (
                <Button
                  onClick={() => {
                    words.change('')
                    setFilter('all')
                  }}
                >
                  Alle Einträge zeigen
                </Button>
              )
            }
          />
        }
        failedMore="Weitere Einträge konnten nicht geladen werden."
      >
        <div aria-hidden className={cx('hidden h-8 items-center text-xs text-fg-3', COLUMNS)}>
          <span>Eintrag</span>
          <span>Art</span>
          <span>Ergebnis</span>
          <span>Grund</span>
          <span className="text-right">Quelle</span>
        </div>
        <ul aria-label="Einträge">
          {itemsOf(list.data).map((item) => (
            <Row key={`${item.kind} ${item.source_id}`} item={item} />
          ))}
        </ul>
      </ListBody>
    </>
  )
}

function Sums({ entries }: { entries: readonly (readonly [string, number])[] }) {
  return (
    <dl className="mb-4 grid grid-cols-3 overflow-hidden rounded-card border border-line bg-surface md:grid-cols-6">
      {entries.map(([word, count], index) => (
        <div
          key={word}
          className={cx(
            'flex min-w-0 flex-col-reverse px-2.5 py-2 md:px-4 md:pt-3 md:pb-3.5',
            index > 0 && 'md:border-l md:border-line',
            index % 3 > 0 && 'max-md:border-l max-md:border-line',
            index > 2 && 'max-md:border-t max-md:border-line',
          )}
        >
          <dt className="truncate text-xs text-fg-2 md:text-s">{word}</dt>
          <dd
            className={cx(
              'text-xl font-semibold tracking-[-0.014em] tabular-nums',
              word === 'Hinweise' && count > 0 && 'text-scheduled',
            )}
          >
            {count.toLocaleString('de-DE')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Row({ item }: { item: ImportItem }) {
  const { word, icon: Icon, color } = outcomeOf(item)
  return (
    <li className={cx('items-center border-b border-line py-2.5', COLUMNS)}>
      <p className="min-w-0 truncate font-medium">{item.title}</p>
      <p className="text-s text-fg-2 max-md:hidden">{KIND_WORDS[item.kind]}</p>
      <p className={cx('inline-flex items-center gap-1.5 text-s font-medium whitespace-nowrap', color)}>
        <Icon aria-hidden className="icon-small" />
        {word}
      </p>
      <p className="min-w-0 text-s text-fg-2 wrap-anywhere">{item.reason}</p>
      <p className="truncate text-right font-code text-xs text-fg-3 max-md:hidden" title={item.source_id}>
        {item.source_id}
      </p>
    </li>
  )
}
