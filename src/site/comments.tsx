import type { ReactNode } from 'react'
import { LONGEST_COMMENT, LONGEST_COMMENTER } from '../rules/comments.ts'
import { isReadableInstant } from '../rules/instants.ts'
import { wallTimeOfInstant } from '../rules/wall-time.ts'
import { ArrowLeft, ArrowRight } from './icons.tsx'
import type { CommentEntry, CommentsProps, CommentTyped, Site } from './page-props.ts'
import { publishedDate, publishedDay } from './published-date.ts'
import { commentFeedPath, commentsAddress, commentsPath } from '../rules/public-paths.ts'

/** The linter does not know this value of the standard. */
export const NICKNAME = { autoComplete: 'nickname' }

type Article = { slug: string; publishedAt: string }

/** The clock time of an instant: `14:47`. */
export function clockTime(instant: string, timezone: string): string {
  return isReadableInstant(instant) ? wallTimeOfInstant(instant, timezone).slice(11, 16) : ''
}

/** Day and time of a comment; the year only where it is not the article's. */
function momentOf(at: string, site: Site, article: Article | null): string {
  const day = publishedDate(at, site)
  const year = publishedDay(at, site.timezone).slice(0, -6)
  const isSame = article !== null && year === publishedDay(article.publishedAt, site.timezone).slice(0, -6)
  return `${isSame ? day.replace(/,? \d+$/, '') : day}, ${clockTime(at, site.timezone)}`
}

/** A field with its label above and its hint below. */
export function Field({
  id,
  label,
  hint,
  fault,
  short = false,
  children,
}: {
  id: string
  label: string
  hint?: string
  fault?: string | undefined
  short?: boolean
  children: (props: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}) {
  const described = fault === undefined && hint === undefined ? {} : { 'aria-describedby': `${id}-hint` }
  return (
    <p className={`field${short ? ' short' : ''}${fault === undefined ? '' : ' wrong'}`}>
      <label htmlFor={id}>{label}</label>
      {children({ id, ...described, ...(fault !== undefined && { 'aria-invalid': true as const }) })}
      {(fault ?? hint) !== undefined && <small id={`${id}-hint`}>{fault ?? hint}</small>}
    </p>
  )
}

/** The form of a comment; what was typed stays in it. `children` are its buttons. */
export function CommentForm({
  slug,
  id,
  typed,
  fault = null,
  rows = 5,
  children,
}: {
  slug: string
  id: string
  typed: CommentTyped
  fault?: { field: string; words: string } | null
  rows?: number
  children: ReactNode
}) {
  const { root } = typed
  const faultOf = (field: string) => (fault?.field === field ? fault.words : undefined)
  return (
    <form className="form" method="post" action={commentsPath(slug)}>
      {root && <input type="hidden" name="parent" value={root.id} />}
      <Field id={`${id}-name`} label="Name" short fault={faultOf('name')}>
        {(props) => (
          <input
            {...props}
            name="name"
            maxLength={LONGEST_COMMENTER}
            {...NICKNAME}
            required
            defaultValue={typed.name}
          />
        )}
      </Field>
      <Field
        id={`${id}-text`}
        label={root ? `Antwort an ${root.name}` : 'Kommentar'}
        hint="*kursiv*, > Zitat, `Code`, Listen und Links sind erlaubt."
        fault={faultOf('text')}
      >
        {(props) => (
          <textarea {...props} name="text" rows={rows} maxLength={LONGEST_COMMENT} required defaultValue={typed.text} />
        )}
      </Field>
      <Trap id={id} />
      <p className="buttons">{children}</p>
    </form>
  )
}

/** A field that nobody sees: a program that fills in every field fills in this one, too. */
function Trap({ id }: { id: string }) {
  return (
    <p className="sr" aria-hidden="true">
      <label htmlFor={`${id}-website`}>Bitte leer lassen</label>
      <input id={`${id}-website`} name="website" tabIndex={-1} autoComplete="off" />
    </p>
  )
}

/** One comment: its name in the gutter, its words on the axis. `children` stand below them. */
export function CommentView({
  site,
  article,
  entry,
  moment,
  children,
}: {
  site: Site
  article: Article | null
  entry: CommentEntry
  /** Replaces its time. */
  moment?: string
  children?: ReactNode
}) {
  const { id, name, team, html, at, isAnswer, gone } = entry
  return (
    <article className={`comment hang${isAnswer ? ' answer' : ''}`} id={`k-${id}`}>
      <p className="meta side">
        {gone === null && <b>{name}</b>} {team && <span className="badge tag team">Redaktion</span>}{' '}
        <a href={`#k-${id}`}>
          <time dateTime={at}>{moment ?? momentOf(at, site, article)}</time>
        </a>
      </p>
      <div className="say">
        {gone === null ? <div dangerouslySetInnerHTML={{ __html: html }} /> : <p className="c">{gone}</p>}
        {children}
      </div>
    </article>
  )
}

function Deeds({ slug, entry, isOpen }: { slug: string; entry: CommentEntry; isOpen: boolean }) {
  const { id, name, isAnswer, gone } = entry
  if (gone !== null) return null
  return (
    <div className="deeds">
      {isOpen && !isAnswer && (
        <details>
          <summary>Antworten</summary>
          <CommentForm slug={slug} id={`a-${id}`} rows={3} typed={{ name: '', text: '', root: { id, name } }}>
            <button className="button" type="submit">
              Vorschau ansehen
            </button>
          </CommentForm>
        </details>
      )}
      <a href={`/kommentare/${id}/melden`} rel="nofollow">
        Melden
      </a>
    </div>
  )
}

function CommentPaging({ slug, page, pages }: { slug: string; page: number; pages: number }) {
  const to = (wanted: number) => `${commentsAddress(slug, wanted)}#kommentare`
  return (
    <nav className="paging" aria-label="Seiten der Kommentare">
      {page > 1 && (
        <a className="button" href={to(page - 1)} rel="prev">
          <ArrowLeft />
          Ältere Kommentare
        </a>
      )}
      <span>
        Seite {page} von {pages}
      </span>
      {page < pages && (
        <a className="button" href={to(page + 1)} rel="next">
          Neuere Kommentare
          <ArrowRight />
        </a>
      )}
    </nav>
  )
}

/** What stands in the gutter beside the comments' name: `5, älteste zuerst`. */
function countWords(count: number): string {
  if (count === 0) return 'noch keiner'
  return count === 1 ? '1' : `${count}, älteste zuerst`
}

/** The comments of an article, a page of them, and the form (COM-1). */
export function Comments({ site, article, comments }: { site: Site; article: Article; comments: CommentsProps }) {
  const { slug, entries, count, page, pages, isOpen, closesAt, moderated } = comments
  return (
    <section className="comments" id="kommentare" aria-labelledby="kommentare-titel" lang="de" tabIndex={-1}>
      <div className="hang">
        <div className="side">
          <h2 id="kommentare-titel">Kommentare</h2>
          <p className="meta">
            <span>{countWords(count)}</span>
          </p>
        </div>
        <p className="hint">
          {isOpen && moderated && 'Jeder Kommentar wird vor dem Erscheinen gelesen. '}
          {isOpen && closesAt !== null && (
            <>
              Noch offen bis <time dateTime={closesAt}>{publishedDate(closesAt, site)}</time>.{' '}
            </>
          )}
          {!isOpen && 'Die Kommentare sind geschlossen. '}
          <a href={commentFeedPath(slug)}>Kommentare als Feed</a>
        </p>
      </div>
      {entries.map((entry) => (
        <CommentView key={entry.id} site={site} article={article} entry={entry}>
          <Deeds slug={slug} entry={entry} isOpen={isOpen} />
        </CommentView>
      ))}
      {pages > 1 && <CommentPaging slug={slug} page={page} pages={pages} />}
      {isOpen && (
        <div className="write hang">
          <div className="side">
            <h2>Mitreden</h2>
          </div>
          <div>
            <p className="hint">
              Ein Name genügt, gern ein erfundener. Keine Adresse, keine Anmeldung. Sie sehen Ihren Kommentar noch
              einmal, bevor er abgeschickt wird, und können ihn danach 15 Minuten ändern und jederzeit löschen.
            </p>
            <CommentForm slug={slug} id="neu" typed={{ name: '', text: '', root: null }}>
              <button className="button" type="submit">
                Vorschau ansehen
              </button>
            </CommentForm>
          </div>
        </div>
      )}
    </section>
  )
}
