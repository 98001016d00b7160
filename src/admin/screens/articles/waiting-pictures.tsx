import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ImageUp } from 'lucide-react'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { articleKeys } from '../../data/articles.ts'
import { listWaitingPictures, type PicturesWaiting } from '../../writing/local/waiting-pictures.ts'
import { quoted } from '../../../rules/quoted.ts'

/** Notice of pictures on this machine that are not in their text yet, with a link to it. */
export function WaitingPictures() {
  const userId = useQuery(accountQuery(useApi())).data?.id
  const waiting = useQuery({
    queryKey: [...articleKeys.all, 'waiting-pictures', userId],
    enabled: userId !== undefined,
    gcTime: 0,
    networkMode: 'always',
    queryFn: () => listWaitingPictures(userId ?? '', new Date()),
  }).data
  if (!waiting || waiting.length === 0) return null
  return (
    <section
      aria-label="Wartende Bilder"
      className="mb-2 flex gap-2 rounded-control bg-accent-soft px-3 py-2 text-s wrap-anywhere"
    >
      <ImageUp aria-hidden className="icon-small mt-0.5 flex-none" />
      <ul className="min-w-0">
        {waiting.map((pictures) => (
          <li key={pictures.articleId}>
            {sentence(pictures)} –{' '}
            <Link
              to="/admin/articles/$id"
              params={{ id: pictures.isNew ? 'new' : pictures.articleId }}
              aria-label={`${quoted(nameOf(pictures))} öffnen und Bilder hochladen`}
              className="rounded-small text-fg underline"
            >
              Öffnen
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sentence(pictures: PicturesWaiting): string {
  const { count } = pictures
  return count === 1
    ? `Auf diesem Gerät wartet ein Bild für ${quoted(nameOf(pictures))}`
    : `Auf diesem Gerät warten ${count} Bilder für ${quoted(nameOf(pictures))}`
}

function nameOf({ title }: PicturesWaiting): string {
  return title.trim() || 'Ohne Titel'
}
