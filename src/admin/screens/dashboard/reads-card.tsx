import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../data/api-context.tsx'
import { everyDay, lastDays, LOOKED_BACK, readAllViews, viewsQuery } from '../../data/stats.ts'
import { toCsv } from '../../../rules/csv.ts'
import { faultSentence } from '../../lib/faults.ts'
import { saveFile } from '../../lib/copy-save-print.ts'
import { useToday } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { DeskLine, LINE_LINK, LineTitle } from './desk-line.tsx'

const inWords = (views: number) => `${views.toLocaleString('de-DE')} ${views === 1 ? 'Aufruf' : 'Aufrufe'}`

type Props = {
  zone: string
  /** Without views, the card says what it will show. */
  hasHint: boolean
}

/** Views of the last thirty days (RUL-50). Only the referring host of readers is known. */
export function ReadsCard({ zone, hasHint }: Props) {
  const api = useApi()
  const today = useToday(zone)
  const { data } = useQuery(viewsQuery(api, today))
  const [busy, setBusy] = useState(false)
  const span = lastDays(today)
  const download = async () => {
    setBusy(true)
    try {
      const { articles } = await readAllViews(api, today)
      const rows = articles.flatMap(({ title, days }) => days.map(({ day, views }) => [title, day, views]))
      const csv = toCsv([['Artikel', 'Tag', 'Aufrufe'], ...rows])
      saveFile(new Blob([csv], { type: 'text/csv' }), `aufrufe-${span.from}-${span.to}.csv`)
    } catch (error) {
      toastFault(faultSentence(error))
    }
    setBusy(false)
  }
  if (!data) return null
  const isRead = data.views > 0
  if (!isRead && !hasHint) return null
  return (
    <Card
      title="Gelesen"
      className="xl:col-span-2"
      action={
        isRead && (
          <Button look="quiet" busy={busy} icon={<Download aria-hidden />} onClick={() => void download()}>
            CSV
          </Button>
        )
      }
    >
      {isRead ? (
        <div className="grid xl:grid-cols-[minmax(0,1fr)_416px]">
          <ul>
            {data.articles.map(({ article_id, title, views, days }) => (
              <DeskLine key={article_id}>
                <Link to="/admin/articles/$id" params={{ id: article_id }} className={LINE_LINK}>
                  <LineTitle>{title}</LineTitle>
                </Link>
                <Sparkline values={everyDay(days, span)} className="max-md:hidden" />
                <span className="w-24 flex-none text-right text-s whitespace-nowrap text-fg-2 tabular-nums">
                  {inWords(views)}
                </span>
              </DeskLine>
            ))}
          </ul>
          <div className="mx-3 border-t border-line py-3 md:mx-4">
            <p className="flex items-center gap-3">
              <Sparkline values={everyDay(data.days, span)} className="w-40" />
              <span className="tabular-nums">
                {inWords(data.views)} in {LOOKED_BACK} Tagen
              </span>
            </p>
            {data.referrers.length > 0 && (
              <dl className="mt-3 grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 text-s">
                {data.referrers.map(({ host, views }) => (
                  <div key={host} className="contents">
                    <dt className="truncate">{host}</dt>
                    <dd className="text-right text-fg-2 tabular-nums">{views.toLocaleString('de-DE')}</dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
        </div>
      ) : (
        <p className="mx-3 border-t border-line py-4 text-fg-2 md:mx-4">
          Hier steht, welche Artikel gelesen werden, ohne dass von Leserinnen und Lesern etwas gespeichert wird.
        </p>
      )}
    </Card>
  )
}
