import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../../data/api-context.tsx'
import { useSiteZone } from '../../../../data/settings.ts'
import { articleViewsQuery, everyDay, lastDays, LOOKED_BACK } from '../../../../data/stats.ts'
import { useToday } from '../../../../lib/use-now.ts'
import { Sparkline } from '../../../../ui/sparkline.tsx'

const MOST_HOSTS = 3

/** Recent views of a published article, and where its readers came from (RUL-50). */
export function ReadsRow({ articleId }: { articleId: string }) {
  const today = useToday(useSiteZone())
  const { data } = useQuery(articleViewsQuery(useApi(), articleId, today))
  if (data === undefined) return <span className="h-11 md:h-8" />
  if (data === null) return <span className="flex h-11 items-center px-2 text-fg-2 md:h-8">noch nicht</span>
  const hosts = data.referrers.slice(0, MOST_HOSTS).map(({ host, views }) => `${host} ${views.toLocaleString('de-DE')}`)
  return (
    <div className="-mr-2 px-2 py-1.5">
      <p className="flex items-center gap-2 max-md:min-h-8">
        <Sparkline values={everyDay(data.days, lastDays(today))} className="w-16" />
        <span className="tabular-nums">
          {data.views.toLocaleString('de-DE')}-mal in {LOOKED_BACK} Tagen
        </span>
      </p>
      {hosts.length > 0 && <p className="text-s wrap-anywhere text-fg-2">{hosts.join(' · ')}</p>}
    </div>
  )
}
