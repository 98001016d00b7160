import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HardDrive } from 'lucide-react'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { keptRecords } from '../../data/articles/cached-record.ts'
import { articleKeys } from '../../data/articles.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import type { WaitingCopy } from '../../writing/local/local-copies.ts'
import { listWaiting } from '../../writing/opening.ts'
import { WaitingPictures } from './waiting-pictures.tsx'
import { quoted } from '../../../rules/quoted.ts'

const MOST_SHOWN = 5

/** Notice of unsaved text on this machine (RUL-28), with a link to it. */
export function WaitingCopies() {
  return (
    <>
      <WaitingTexts />
      <WaitingPictures />
    </>
  )
}

function WaitingTexts() {
  const api = useApi()
  const client = useQueryClient()
  const zone = useSiteZone()
  const userId = useQuery(accountQuery(api)).data?.id
  const waiting = useQuery({
    // Refetched after every save, which may have been that of a text left a moment ago.
    queryKey: [...articleKeys.all, 'waiting', userId],
    enabled: userId !== undefined,
    gcTime: 0,
    networkMode: 'always',
    queryFn: ({ signal }) =>
      listWaiting({ ...keptRecords(api.articles, client, 'articles'), owner: userId ?? '', signal }),
  }).data
  const [only, ...others] = waiting ?? []
  if (!waiting || !only) return null
  return (
    <section
      aria-label="Lokal gesicherter Text"
      className="mb-2 flex gap-2 rounded-control bg-accent-soft px-3 py-2 text-s wrap-anywhere"
    >
      <HardDrive aria-hidden className="icon-small mt-0.5 flex-none" />
      {others.length === 0 ? (
        <p>
          Nur auf diesem Gerät lokal gesichert: {quoted(nameOf(only))} – <Open found={only} />
        </p>
      ) : (
        <div className="min-w-0">
          <p>Nur auf diesem Gerät lokal gesichert sind {waiting.length} Texte:</p>
          <ul>
            {waiting.slice(0, MOST_SHOWN).map((found) => (
              <li key={found.key}>
                {quoted(nameOf(found))} vom {formatInZone(found.copy.savedAt, 'd. MMMM, HH:mm', zone)} –{' '}
                <Open found={found} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

function Open({ found }: { found: WaitingCopy }) {
  return (
    <Link
      to="/admin/articles/$id"
      params={{ id: found.articleId ?? 'new' }}
      aria-label={`${quoted(nameOf(found))} öffnen`}
      className="rounded-small text-fg underline"
    >
      Öffnen
    </Link>
  )
}

const SHORT = 60

/** The title, or the opening words. */
function nameOf({ copy: { text } }: WaitingCopy): string {
  const name = text.title.trim() || text.content_markdown.trim().split('\n', 1)[0] || 'Ohne Titel'
  return name.length > SHORT ? `${name.slice(0, SHORT).trimEnd()} …` : name
}
