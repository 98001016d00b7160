import type { ReactNode } from 'react'
import {
  LONGEST_COMMENT,
  LONGEST_COMMENTER,
  LONGEST_CONTACT,
  LONGEST_REPORT,
  REMOVAL_REASONS,
} from '../rules/comments.ts'
import { clockTime, CommentForm, Comments, CommentView, Field, NICKNAME } from './comments.tsx'
import { BackHeader, Document, Main } from './document.tsx'
import type { CommentEditProps, CommentFormProps, CommentReportProps, CommentsPageProps, Site } from './page-props.ts'
import { dayInWords } from './published-date.ts'
import { commentsAddress } from '../rules/public-paths.ts'

/** A page about comments: what kind and state in the gutter, then its title. Search engines leave it out. */
function CommentPage({
  site,
  title,
  kind = 'Kommentar',
  state,
  headline,
  lead,
  children,
}: {
  site: Site
  title: string
  kind?: string
  state: string
  headline: ReactNode
  lead: ReactNode
  children: ReactNode
}) {
  const head = {
    title: `${title} – ${site.title}`,
    description: '',
    path: null,
    holds: 'steps' as const,
  }
  return (
    <Document site={site} head={head} header={<BackHeader site={site} />}>
      <Main>
        <header className="head list">
          <p className="meta">
            <b>{kind}</b> <span>{state}</span>
          </p>
          <h1>{headline}</h1>
          <p className="excerpt">{lead}</p>
        </header>
        {children}
      </Main>
    </Document>
  )
}

function Part({ name, note, id, children }: { name: string; note?: string; id?: string; children: ReactNode }) {
  return (
    <section className="part hang" id={id}>
      <div className="side">
        <h2>{name}</h2>
        {note !== undefined && (
          <p className="meta">
            <span>{note}</span>
          </p>
        )}
      </div>
      {children}
    </section>
  )
}

/** Further comments of an article, a page after its own. */
export function CommentsPage({ site, article, comments }: CommentsPageProps) {
  const { slug, page, pages } = comments
  const head = {
    title: `Kommentare zu ${article.title}, Seite ${page} – ${site.title}`,
    description: '',
    path: commentsAddress(slug, page),
    noindex: 'follow' as const,
    prev: commentsAddress(slug, page - 1),
    next: page < pages ? commentsAddress(slug, page + 1) : null,
    holds: 'talk' as const,
  }
  return (
    <Document site={site} head={head} header={<BackHeader site={site} />}>
      <Main>
        <header className="head list">
          <p className="meta">
            <b>Kommentare</b> <span>Seite {page}</span>
          </p>
          <h1>
            <a href={`/article/${slug}`}>{article.headline}</a>
          </h1>
        </header>
        <Comments site={site} article={article} comments={comments} />
      </Main>
    </Document>
  )
}

/** The second step (RUL-81): the comment as it will stand, or why it cannot be sent. */
export function CommentFormPage({ site, article, typed, preview, fault, title, isOpen, privacy }: CommentFormProps) {
  const link = (
    <a className="text" href={`/article/${article.slug}`}>
      {article.headline}
    </a>
  )
  const lead = preview ? (
    <>
      So wird {typed.root ? 'Ihre Antwort' : 'Ihr Kommentar'} unter {link} stehen.
    </>
  ) : (
    <>
      {fault?.words} Zu {link}.
    </>
  )
  return (
    <CommentPage
      site={site}
      title={preview ? 'Ihr Kommentar in der Vorschau' : title}
      state={preview ? 'Schritt 2 von 2' : 'Nicht abgeschickt'}
      headline={title}
      lead={lead}
    >
      {preview && (
        <>
          {fault?.field === 'form' && (
            <p className="notice" role="alert">
              {fault.words}
            </p>
          )}
          <div className="ours">
            {preview.root && <CommentView site={site} article={article} entry={preview.root} />}
            <CommentView
              site={site}
              article={article}
              moment="jetzt"
              entry={{
                id: 'neu',
                name: typed.name,
                team: false,
                html: preview.html,
                at: preview.at,
                isAnswer: typed.root !== null,
                gone: null,
              }}
            />
          </div>
          <div className="hang send">
            <p className="side" />
            <form method="post" action={`/article/${article.slug}/kommentare`}>
              {typed.root && <input type="hidden" name="parent" value={typed.root.id} />}
              <input type="hidden" name="name" value={typed.name} />
              <textarea name="text" defaultValue={typed.text} hidden />
              <input type="hidden" name="stamp" value={preview.stamp} />
              <p className="buttons">
                <button className="button primary" type="submit">
                  Abschicken
                </button>
                <a className="button" href="#aendern">
                  Noch ändern
                </a>
              </p>
              <p className="hint">
                {preview.moderated
                  ? 'Er erscheint, sobald ihn jemand aus der Redaktion gelesen hat. '
                  : 'Er erscheint sofort. Fällt unserem Filter etwas auf, liest ihn vorher jemand. '}
                Gespeichert werden Name, Text und für höchstens 24 Stunden eine Prüfsumme Ihrer Netzadresse.{' '}
                {privacy !== null && <a href={privacy}>Datenschutz</a>}
              </p>
            </form>
          </div>
        </>
      )}
      <Part name={isOpen ? 'Ändern' : 'Ihr Text'} id="aendern">
        {isOpen ? (
          <CommentForm slug={article.slug} id="a" typed={typed} fault={fault} rows={6}>
            <button className={preview ? 'button' : 'button primary'} type="submit">
              {preview ? 'Vorschau erneuern' : 'Vorschau ansehen'}
            </button>
          </CommentForm>
        ) : (
          <Field id="a-text" label="Zum Kopieren">
            {(props) => <textarea {...props} rows={6} readOnly defaultValue={typed.text} />}
          </Field>
        )}
      </Part>
    </CommentPage>
  )
}

const STATES = {
  waiting: 'Wartet auf die Redaktion',
  shown: 'Erschienen',
  hidden: 'Ausgeblendet',
  removed: 'Entfernt',
} as const

/** The page behind the secret link: changed for 15 minutes, deleted at any time. */
export function CommentEditPage({ site, article, comment, editable, refused, saved, contact }: CommentEditProps) {
  if (!comment)
    return (
      <CommentPage
        site={site}
        title="Ihr Kommentar"
        state="Gelöscht"
        headline="Er ist gelöscht"
        lead="Unter dieser Adresse steht kein Kommentar mehr. Name und Text sind nicht mehr gespeichert."
      >
        {article && <BackLine article={article} />}
      </CommentPage>
    )
  const { state } = comment
  return (
    <CommentPage
      site={site}
      title="Ihr Kommentar"
      state={STATES[state]}
      headline={headlineOf(state, saved)}
      lead={<Lead site={site} comment={comment} editable={editable} />}
    >
      {state === 'removed' && (
        <Part name="Grund">
          <div>
            <p>{comment.reason ?? 'Die Redaktion hat ihn entfernt.'}</p>
            <p className="hint">
              Wenn Sie das anders sehen, schreiben Sie der Redaktion.{' '}
              {contact !== null && <a href={contact}>So erreichen Sie sie</a>}
            </p>
          </div>
        </Part>
      )}
      <Part name="Diese Seite">
        <div>
          <p>Nur wer ihre Adresse kennt, kann den Kommentar ändern oder löschen. Ein Lesezeichen genügt.</p>
          {article && <BackLine article={article} address={comment.address} />}
        </div>
      </Part>
      {editable ? (
        <Part name="Ändern" note={`bis ${clockTime(editable.until, site.timezone)} Uhr`}>
          <form className="form" method="post">
            <input type="hidden" name="do" value="change" />
            {refused?.field === 'form' && (
              <p className="notice" role="alert">
                {refused.words}
              </p>
            )}
            <Field id="n" label="Name" short fault={refused?.field === 'name' ? refused.words : undefined}>
              {(props) => (
                <input
                  {...props}
                  name="name"
                  required
                  maxLength={LONGEST_COMMENTER}
                  {...NICKNAME}
                  defaultValue={refused?.name ?? comment.name}
                />
              )}
            </Field>
            <Field
              id="t"
              label={comment.parent === null ? 'Kommentar' : `Antwort an ${comment.parent}`}
              fault={refused?.field === 'text' ? refused.words : undefined}
            >
              {(props) => (
                <textarea
                  {...props}
                  name="text"
                  rows={6}
                  required
                  maxLength={LONGEST_COMMENT}
                  defaultValue={refused?.text ?? comment.text}
                />
              )}
            </Field>
            <p className="buttons">
              <button className="button primary" type="submit">
                Änderung speichern
              </button>
            </p>
          </form>
        </Part>
      ) : (
        <>
          {refused && (
            <Part name="Ihr Text">
              <div>
                <p className="notice" role="alert">
                  {refused.words}
                </p>
                <Field id="t" label="Zum Kopieren">
                  {(props) => <textarea {...props} rows={6} readOnly defaultValue={refused.text} />}
                </Field>
              </div>
            </Part>
          )}
          <Part name="Ihr Kommentar">
            <div className="say" dangerouslySetInnerHTML={{ __html: comment.html }} />
          </Part>
        </>
      )}
      <Part name="Löschen">
        <form method="post">
          <input type="hidden" name="do" value="delete" />
          <p>
            Name und Text werden sofort gelöscht.
            {comment.answers &&
              ' An der Stelle bleibt stehen, dass hier ein Kommentar war, weil jemand geantwortet hat.'}
          </p>
          <p className="buttons">
            <button className="button danger" type="submit">
              Kommentar löschen
            </button>
          </p>
        </form>
      </Part>
    </CommentPage>
  )
}

function headlineOf(state: keyof typeof STATES, saved: boolean): string {
  if (state === 'removed') return 'Er wurde entfernt'
  if (state === 'hidden') return 'Er ist ausgeblendet'
  if (saved) return 'Gespeichert'
  return state === 'shown' ? 'Er ist erschienen' : 'Danke, er ist da'
}

function Lead({
  site,
  comment,
  editable,
}: Pick<CommentEditProps, 'site' | 'editable'> & { comment: NonNullable<CommentEditProps['comment']> }) {
  const { state, address } = comment
  const until = editable && (
    <>
      Bis {clockTime(editable.until, site.timezone)} Uhr, noch{' '}
      {editable.minutes === 1 ? 'eine Minute' : `${editable.minutes} Minuten`}, können Sie Ihren Kommentar ändern.{' '}
    </>
  )
  return (
    <>
      {state === 'shown' && address !== null && !editable && (
        <>
          Er steht{' '}
          <a className="text" href={address}>
            unter dem Artikel
          </a>
          . Ändern lässt er sich nicht mehr.{' '}
        </>
      )}
      {state === 'waiting' && 'Er erscheint, sobald ihn jemand aus der Redaktion gelesen hat. '}
      {until}
      Löschen können Sie ihn auf dieser Seite jederzeit.
    </>
  )
}

function BackLine({ article, address }: { article: { slug: string }; address?: string | null }) {
  return (
    <p className="line">
      <a className="text" href={address ?? `/article/${article.slug}#kommentare`}>
        Zurück zum Artikel
      </a>
    </p>
  )
}

const OUTCOMES = {
  open: 'Ihre Meldung ist da',
  upheld: 'Der Meldung wurde gefolgt',
  rejected: 'Der Kommentar bleibt',
} as const

/** Reports a comment (RUL-83), and says what became of a report. */
export function CommentReportPage({ site, comment, typed, fault, sent }: CommentReportProps) {
  const faultOf = (field: string) => (fault?.field === field ? fault.words : undefined)
  const shown = comment && (
    <div className="ours">
      <CommentView site={site} article={null} entry={{ ...comment, team: false, isAnswer: false, gone: null }} />
    </div>
  )
  if (sent)
    return (
      <CommentPage
        site={site}
        title="Ihre Meldung"
        kind="Meldung"
        state={
          sent.decidedAt === null
            ? 'Noch nicht entschieden'
            : `Entschieden am ${dayInWords(sent.decidedAt, site.timezone)}`
        }
        headline={sent.state === 'open' && !comment ? 'Danke für Ihre Meldung' : OUTCOMES[sent.state]}
        lead={
          sent.state === 'open'
            ? `Eingegangen am ${dayInWords(sent.at, site.timezone)} um ${clockTime(sent.at, site.timezone)} Uhr. Die Redaktion prüft sie. Was sie entscheidet und warum, steht dann auf dieser Seite; ein Lesezeichen genügt.`
            : sent.outcome
        }
      >
        {shown ?? <p className="c">Der gemeldete Kommentar steht nicht mehr auf dieser Website.</p>}
      </CommentPage>
    )
  return (
    <CommentPage
      site={site}
      title="Kommentar melden"
      kind="Meldung"
      state="Nichts wird vorher öffentlich"
      headline="Kommentar melden"
      lead="Sagen Sie uns, was an diesem Kommentar nicht in Ordnung ist. Sie bekommen sofort eine Bestätigung und später eine begründete Entscheidung."
    >
      {shown}
      <Part name="Meldung">
        <form className="form" method="post">
          {fault?.field === 'form' && (
            <p className="notice" role="alert">
              {fault.words}
            </p>
          )}
          <fieldset className="field">
            <legend>Grund</legend>
            <div className="choice">
              {Object.entries(REMOVAL_REASONS).map(([value, words]) => (
                <label key={value}>
                  <input type="radio" name="reason" value={value} required defaultChecked={typed.reason === value} />
                  <span>{words}</span>
                </label>
              ))}
            </div>
            {faultOf('reason') !== undefined && <small>{faultOf('reason')}</small>}
          </fieldset>
          <Field id="r-text" label="Was ist daran falsch?" fault={faultOf('text')}>
            {(props) => (
              <textarea {...props} name="text" rows={4} maxLength={LONGEST_REPORT} defaultValue={typed.text} />
            )}
          </Field>
          <Field
            id="r-contact"
            label="E-Mail-Adresse (freiwillig)"
            hint="Nur für die Entscheidung; danach wird sie gelöscht."
            short
            fault={faultOf('contact')}
          >
            {(props) => (
              <input
                {...props}
                name="contact"
                type="email"
                autoComplete="email"
                maxLength={LONGEST_CONTACT}
                defaultValue={typed.contact}
              />
            )}
          </Field>
          <p className="buttons">
            <button className="button primary" type="submit">
              Meldung abschicken
            </button>
          </p>
        </form>
      </Part>
    </CommentPage>
  )
}
