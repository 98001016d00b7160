import { findFolded } from '../../../../../rules/find-folded.ts'
import { fold } from '../../../../../rules/fold.ts'
import { isHttpUrl } from '../../../../../rules/url.ts'
import type { LinkTarget } from '../../../../data/link-targets.ts'
import { formatInZone } from '../../../../lib/dates.ts'

/** Typed text as an address: with its scheme, a path of this site, or a bare host name. */
export function addressOf(typed: string): string | null {
  if (isHttpUrl(typed) || /^(?:\/(?!\/)|#|mailto:|tel:)\S+$/i.test(typed)) return typed
  return /^[\w-]{1,63}(?:\.[\w-]{1,63}){1,9}(?:\/\S*)?$/.test(typed) && /\.[a-z]{2,24}(?:\/|$)/i.test(typed)
    ? `https://${typed}`
    : null
}

/** The date of first publication, or that it is not public. */
export function noteOf({ status, published_at }: LinkTarget, zone: string): string {
  if (status === 'published' && published_at) return formatInZone(published_at, 'dd. MMM yyyy', zone)
  return status === 'scheduled' ? 'geplant' : 'noch nicht öffentlich'
}

/** Matches are marked by weight and underline, never by colour alone. */
export function Marked({ text, words }: { text: string; words: string }) {
  const hit = words === '' ? null : (findFolded(text, fold(words)) ?? findFolded(text, fold(words.split(' ')[0] ?? '')))
  if (!hit) return text
  return (
    <>
      {text.slice(0, hit.start)}
      <mark className="bg-transparent font-semibold text-inherit underline decoration-line-control underline-offset-4">
        {text.slice(hit.start, hit.end)}
      </mark>
      {text.slice(hit.end)}
    </>
  )
}
