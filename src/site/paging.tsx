import { ArrowLeft, ArrowRight } from './icons.tsx'
import type { PlaceInTime } from './page-props.ts'

/** The address of a page of a list: the first one is the list's own. */
export function pageAddress(path: string, page: number): string {
  return page === 1 ? path : `${path}?seite=${page}`
}

/** The pages before and after one, for the head of a document. */
export function pagesBeside(path: string, page: number, pages: number): { prev: string | null; next: string | null } {
  return {
    prev: page > 1 ? pageAddress(path, page - 1) : null,
    next: page < pages ? pageAddress(path, page + 1) : null,
  }
}

/** The way from a page of a list to the ones beside it. */
export function Paging({ path, page, pages }: { path: string; page: number; pages: number }) {
  return (
    <nav className="paging" aria-label="Seiten">
      {page > 1 && (
        <a className="button" href={pageAddress(path, page - 1)} rel="prev">
          <ArrowLeft />
          Neuere Artikel
        </a>
      )}
      <span>
        Seite {page} von {pages}
      </span>
      {page < pages && (
        <a className="button" href={pageAddress(path, page + 1)} rel="next">
          Ältere Artikel
          <ArrowRight />
        </a>
      )}
    </nav>
  )
}

/** The months or years beside one in the archive; `alone` where there are no pages beside this one. */
export function TimePaging({
  label,
  older,
  newer,
  alone,
}: {
  label: string
  older: PlaceInTime | null
  newer: PlaceInTime | null
  alone: boolean
}) {
  if (!older && !newer) return null
  return (
    <nav className="paging" aria-label={label}>
      {older && (
        <a className="button" href={older.path} rel={alone ? 'prev' : undefined}>
          <ArrowLeft />
          {older.label}
        </a>
      )}
      {newer && (
        <a className="button newer" href={newer.path} rel={alone ? 'next' : undefined}>
          {newer.label}
          <ArrowRight />
        </a>
      )}
    </nav>
  )
}
