import type { ReactNode } from 'react'
import {
  CONFIRM_WORDS,
  FORM_WORDS,
  RHYTHM_CHOICES,
  RHYTHMS,
  SUBSCRIBE_WORDS,
  type NewsletterForm,
  type Rhythm,
} from '../rules/newsletter.ts'
import { languageOf } from '../rules/languages.ts'
import { BackHeader, Document, FEEDS, Main } from './document.tsx'
import type { NewsletterProps, Site } from './page-props.ts'
import { dayAndMonth, dayInWords, publishedDay } from './published-date.ts'

/** What a form carries beside its fields: where it stood, for the proof of consent. */
export function FormPlace({ form, page }: { form: NewsletterForm; page: string }) {
  return (
    <>
      <input type="hidden" name="form" value={form} />
      <input type="hidden" name="page" value={page} />
    </>
  )
}

function Choices({ chosen, paused }: { chosen: Rhythm; paused?: boolean | undefined }) {
  return (
    <fieldset className="field">
      <legend className={paused === undefined ? undefined : 'sr'}>Wie oft?</legend>
      <div className="choice">
        {RHYTHMS.map((rhythm) => (
          <label key={rhythm}>
            <input type="radio" name="rhythm" value={rhythm} defaultChecked={!paused && rhythm === chosen} />
            <span>{RHYTHM_CHOICES[rhythm]}</span>
          </label>
        ))}
        {paused !== undefined && (
          <label>
            <input type="radio" name="rhythm" value="pause" defaultChecked={paused} />
            <span>Pause, bis ich mich melde</span>
          </label>
        )}
      </div>
    </fieldset>
  )
}

function Head({ step, headline, children }: { step?: string; headline: string; children?: ReactNode }) {
  return (
    <header className="head list">
      <p className="meta">
        <b>Newsletter</b> {step && <span>{step}</span>}
      </p>
      <h1>{headline}</h1>
      {children && <p className="excerpt">{children}</p>}
    </header>
  )
}

function Below({ children }: { children: ReactNode }) {
  return (
    <div className="hang act">
      <p className="side" />
      {children}
    </div>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="row hang">
      <div className="side">
        <h2>{name}</h2>
      </div>
      {children}
    </section>
  )
}

function Address({ fault, value = '' }: { fault?: string | undefined; value?: string }) {
  return (
    <p className="field">
      <label htmlFor="email">E-Mail-Adresse</label>
      <input
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={value}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? 'email-fault' : undefined}
      />
      {fault && (
        <span className="fault" id="email-fault" role="alert">
          {fault}
        </span>
      )}
    </p>
  )
}

const TITLES: Record<NewsletterProps['view']['kind'], string> = {
  form: 'Newsletter',
  thanks: 'Sehen Sie bitte in Ihr Postfach',
  confirm: 'Newsletter bestätigen',
  confirmed: 'Sie sind dabei',
  lost: 'Dieser Link gilt nicht mehr',
  leave: 'Newsletter abmelden',
  left: 'Sie sind abgemeldet',
  settings: 'Ihr Newsletter',
  remove: 'Adresse löschen',
  removed: 'Ihre Adresse ist gelöscht',
}

/** Every page of the newsletter: without script, and with one button for each act (RUL-77, RUL-78). */
export function NewsletterPage({ site, view }: NewsletterProps) {
  const title = TITLES[view.kind]
  const head = {
    title: `${title} – ${site.title}`,
    shared: title,
    description: view.kind === 'form' ? `${view.name} als Newsletter` : '',
    path: view.kind === 'form' ? '/newsletter' : null,
    holds: 'steps' as const,
  }
  return (
    <Document site={site} head={head} header={<BackHeader site={site} />}>
      <Main>
        <View site={site} view={view} />
      </Main>
    </Document>
  )
}

function View({ site, view }: NewsletterProps) {
  switch (view.kind) {
    case 'form':
      return <Subscribing site={site} view={view} />
    case 'thanks':
      return (
        <>
          <Head step="Schritt 2 von 3" headline="Sehen Sie bitte in Ihr Postfach">
            Wenn die Adresse stimmt, liegt dort in ein paar Minuten eine Mail mit einem Link. Erst danach schicken wir
            Ihnen etwas.
          </Head>
          <Row name="Nichts gekommen?">
            <p>
              Sehen Sie im Ordner für Werbung nach; der Absender ist <b>{view.sender}</b>. Oder{' '}
              <a className="text" href="/newsletter">
                versuchen Sie es noch einmal
              </a>
              . Wer schon dabei ist, sieht dieselbe Seite wie alle.
            </p>
          </Row>
          <Row name="Ohne Bestätigung">
            <p>Dann wird Ihre Adresse nach 30 Tagen gelöscht, und wir haben nie geschrieben.</p>
          </Row>
        </>
      )
    case 'confirm':
      return (
        <>
          <Head step="Schritt 3 von 3" headline="Noch ein Klick, dann sind Sie dabei">
            {RHYTHM_CHOICES[view.rhythm]}, an <b>{view.email}</b>.
          </Head>
          <Below>
            <form method="post">
              <p className="buttons">
                <button className="button primary" type="submit">
                  {CONFIRM_WORDS.button}
                </button>
              </p>
              <p className="hint">{CONFIRM_WORDS.hint}</p>
            </form>
          </Below>
        </>
      )
    case 'confirmed':
      return (
        <Head step={view.email} headline="Sie sind dabei">
          {RHYTHM_CHOICES[view.rhythm]}. Bis dahin steht alles{' '}
          <a className="text" href="/">
            im Blog
          </a>
          .{' '}
          <a className="text" href={`/newsletter/einstellungen/${view.token}`}>
            Etwas ändern
          </a>
        </Head>
      )
    case 'lost':
      return (
        <Head step="Link zu alt" headline="Dieser Link gilt nicht mehr">
          Er ist älter als 30 Tage, wurde schon benutzt oder ist unvollständig.{' '}
          <a className="text" href="/newsletter">
            Noch einmal anmelden
          </a>
        </Head>
      )
    case 'leave':
      return (
        <>
          <Head step={view.email} headline="Abmelden?">
            Ein Klick, und Sie bekommen nichts mehr von uns. Einen Grund brauchen wir nicht.
          </Head>
          <Below>
            <form method="post">
              <p className="buttons">
                <button className="button primary" type="submit">
                  Abmelden
                </button>
                <a className="button" href={`/newsletter/einstellungen/${view.token}`}>
                  Lieber seltener
                </a>
              </p>
            </form>
          </Below>
        </>
      )
    case 'left':
      return (
        <>
          <Head headline="Sie sind abgemeldet">
            Danke fürs Lesen. Es kommt keine Mail mehr, auch keine, die das bestätigt.
          </Head>
          <Row name="Ihre Adresse">
            <div>
              <p>
                Wir behalten drei Jahre lang nur den Nachweis, dass Sie zugestimmt hatten und wann Sie gegangen sind.
                Danach nichts.
              </p>
              <p className="buttons act">
                <a className="button" href={`/newsletter/loeschen/${view.token}`}>
                  Alles sofort löschen …
                </a>
              </p>
            </div>
          </Row>
        </>
      )
    case 'settings':
      return <OwnSettings site={site} view={view} />
    case 'remove':
      return (
        <>
          <Head step={view.email} headline="Adresse löschen?">
            Danach wissen wir nichts mehr von Ihnen, auch nicht, dass Sie zugestimmt hatten.
          </Head>
          <Below>
            <form className="form" method="post">
              <div className="choice">
                <label>
                  <input type="checkbox" name="nie" value="ja" />
                  <span>
                    Nie wieder an diese Adresse schreiben. Dafür behalten wir eine Prüfsumme, aus der sich die Adresse
                    nicht ablesen lässt.
                  </span>
                </label>
              </div>
              <p className="buttons">
                <button className="button leaving" type="submit">
                  Adresse löschen
                </button>
              </p>
            </form>
          </Below>
        </>
      )
    case 'removed':
      return <Head headline="Ihre Adresse ist gelöscht">Es kommt keine Mail mehr.</Head>
  }
}

type Of<Kind> = { site: Site; view: Extract<NewsletterProps['view'], { kind: Kind }> }

function Subscribing({ site, view: { name, intro, typed, fault, sent, privacy } }: Of<'form'>) {
  return (
    <>
      <Head step="Schritt 1 von 3" headline={name}>
        {intro || FORM_WORDS.seite.text}
      </Head>
      <Below>
        <form className="form" method="post" action="/newsletter">
          <FormPlace form="seite" page="/newsletter" />
          <Address fault={fault} value={typed.email} />
          <Choices chosen={typed.rhythm} />
          <div>
            <p className="buttons">
              <button className="button primary" type="submit">
                {SUBSCRIBE_WORDS}
              </button>
            </p>
            <p className="hint">
              {FORM_WORDS.seite.hint} {privacy && <a href={privacy}>Datenschutz</a>}
            </p>
          </div>
        </form>
      </Below>
      {sent.length > 0 && (
        <Row name="Zuletzt verschickt">
          <ul className="titles">
            {sent.map(({ slug, headline, lang, at }) => (
              <li key={slug}>
                <a href={`/article/${slug}`} {...languageOf(lang, headline)}>
                  {headline}
                </a>
                <span />
                <time dateTime={publishedDay(at, site.timezone)}>{dayAndMonth(at, site.timezone)}</time>
              </li>
            ))}
          </ul>
        </Row>
      )}
      <Row name="Lieber ohne Adresse?">
        <p>
          Dasselbe steht in den Feeds, ganz und sofort:{' '}
          {FEEDS.map(({ file, name: feed }, place) => (
            <span key={file}>
              {place > 0 && ', '}
              <a className="text" href={`/${file}`}>
                {feed}
              </a>
            </span>
          ))}
          .
        </p>
      </Row>
    </>
  )
}

function OwnSettings({ site, view: { email, token, rhythm, isPaused, since, saved, fault } }: Of<'settings'>) {
  return (
    <>
      <Head {...(since && { step: `seit ${dayInWords(since, site.timezone)}` })} headline="Ihr Newsletter">
        {email}
      </Head>
      <Row name="Wie oft">
        <form className="form" method="post">
          <input type="hidden" name="was" value="rhythmus" />
          <Choices chosen={rhythm} paused={isPaused} />
          <p className="buttons">
            <button className="button primary" type="submit">
              Speichern
            </button>
            <output className="hint">{saved}</output>
          </p>
        </form>
      </Row>
      <Row name="Neue Adresse">
        <form method="post">
          <input type="hidden" name="was" value="adresse" />
          <div className="inline">
            <Address fault={fault} />
            <button className="button" type="submit">
              Ändern
            </button>
          </div>
          <p className="hint">Die neue Adresse bestätigen Sie einmal; bis dahin gilt die alte.</p>
        </form>
      </Row>
      <Row name="Was wir wissen">
        <div>
          <p>
            Ihre Adresse, wie oft Sie Post möchten, und wann Sie zugestimmt haben
            {since && `: am ${dayInWords(since, site.timezone)}`}. Ob Sie eine Ausgabe geöffnet haben, wissen wir nicht.
          </p>
          <p className="line">
            <a className="text" href={`/newsletter/daten/${token}`} download>
              Als Datei laden
            </a>
          </p>
        </div>
      </Row>
      <Row name="Gehen">
        <p className="buttons">
          <a className="button" href={`/newsletter/abmelden/${token}`}>
            Abmelden …
          </a>
          <a className="button leaving" href={`/newsletter/loeschen/${token}`}>
            Adresse löschen …
          </a>
        </p>
      </Row>
    </>
  )
}

/** The form at the end of an article. */
export function NewsletterRow({ text, page }: { text: string; page: string }) {
  return (
    <section className="row hang" id="newsletter">
      <div className="side">
        <h2 id="newsletter-name">Newsletter</h2>
      </div>
      <div>
        <p>{text || FORM_WORDS.artikel.text}</p>
        <form className="inline" method="post" action="/newsletter" aria-labelledby="newsletter-name">
          <FormPlace form="artikel" page={page} />
          <p className="field">
            <label htmlFor="email">E-Mail-Adresse</label>
            <input id="email" name="email" type="email" autoComplete="email" required maxLength={254} />
          </p>
          <button className="button" type="submit">
            {SUBSCRIBE_WORDS}
          </button>
        </form>
        <p className="hint">
          {FORM_WORDS.artikel.hint} <a href="/newsletter">Wie oft und was damit geschieht</a>.
        </p>
      </div>
    </section>
  )
}
