import { type Context, Hono } from 'hono'
import { isApiError } from '../../../contract/errors.ts'
import { renderComment } from '../../../markdown/comment.ts'
import {
  LONGEST_COMMENT,
  LONGEST_COMMENTER,
  LONGEST_CONTACT,
  LONGEST_REPORT,
  REMOVAL_REASONS,
  removalWords,
  type RemovalReason,
} from '../../../rules/comments.ts'
import { minutesFromNow } from '../../../rules/date-words.ts'
import { readPersonName } from '../../../rules/person-name.ts'
import { readableText } from '../../../rules/readable-text.ts'
import type { CommentEditProps, CommentFormProps, CommentReportProps, CommentTyped } from '../../../site/page-props.ts'
import { getPublishedBySlug } from '../../writing/articles/articles.public.ts'
import { createLimits } from '../../platform/fleet/limits.ts'
import { BodyTooLarge, readBody } from '../../platform/http/body.ts'
import { addressKey, clientAddressFrom } from '../../platform/http/client-address.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as queries from '../comments/comments.public.ts'
import type { CommentRow } from '../comments/comments.public.ts'
import * as service from '../comments/comments.service.ts'
import * as reports from '../comments/reports.service.ts'
import { commentSecrets, hashOfToken } from '../comments/secrets.ts'
import type { PageMaker } from './cache/page-maker.ts'
import { builtSite } from './pages/built-site.ts'
import { toCommentEntry } from './pages/shown-comments.ts'
import { type PageSource, toSite } from './pages/site-source.ts'
import type { SiteEnv } from './site-answers.ts'
import { SECRET_HEADERS } from '../../platform/http/headers.ts'
import { SITE_HEADERS } from './site-headers.ts'
import { softHyphens } from './text/soft-hyphens.ts'
import { commentsAddress } from '../../../rules/public-paths.ts'

/** Limits per network, and of all networks together; AUTH_RATE_LIMIT_COMMENT and so on override them. */
const COMMENT_LIMITS = {
  comment: { count: 6, seconds: 600 },
  comment_all: { count: 600, seconds: 3600 },
  comment_preview: { count: 40, seconds: 600 },
  comment_preview_all: { count: 6000, seconds: 3600 },
  comment_report: { count: 10, seconds: 3600 },
  comment_report_all: { count: 600, seconds: 3600 },
} as const

/** 5,000 characters of four bytes, each written as `%F0%9F…`, and the fields beside them. */
const MOST_BYTES = 128 * 1024

type Status = 200 | 400 | 403 | 404 | 413 | 429
type Env = SiteEnv

/**
 * What readers do with comments, without a script or a cookie (RUL-81): `open` is mounted behind the check of a closed blog, `secret`
 * at `/kommentar` before it, since a writer may delete a comment at any time.
 */
export function commentRoutes(
  runtime: Runtime,
  pages: PageMaker,
  { isReader }: { isReader: (context: Context<Env>) => Promise<boolean> },
): { open: Hono<Env>; secret: Hono<Env> } {
  const { db, config, clock } = runtime
  const limits = createLimits(COMMENT_LIMITS, runtime)
  const addressOf = clientAddressFrom(config.TRUST_PROXY)
  const secrets = () => commentSecrets(db, config)
  const networkOf = (context: Context) => addressKey(addressOf(context))
  /** Seconds until the next request; `ofAll` where it is not the network of the reader that sent too many. */
  const wait = async (name: 'comment' | 'comment_preview' | 'comment_report', context: Context) => {
    const own = await limits.take(name, (await secrets()).network(networkOf(context)))
    return own > 0 ? { seconds: own, ofAll: false } : { seconds: await limits.take(`${name}_all`, ''), ofAll: true }
  }
  const answer = (body: string, status: Status = 200, more: Record<string, string> = {}) =>
    new Response(body, { status, headers: { ...SITE_HEADERS, ...SECRET_HEADERS, ...more } })
  const render = <T>(work: (source: PageSource, built: Awaited<ReturnType<typeof builtSite>>) => Promise<T>) =>
    pages.take(async (read) => work(await read(), await builtSite()))

  const open = new Hono<Env>()
  const secret = new Hono<Env>()

  open.post('/article/:slug/kommentare', async (context, next) => {
    const article = await getPublishedBySlug(db, context.req.param('slug'))
    if (!article?.slug) return next()
    const { slug } = article
    const form = await readForm(context)
    const [now, keys] = [clock(), await secrets()]
    const root = form === null ? null : await rootOf(runtime, article.id, form.get('parent'))
    const typed: CommentTyped = {
      name: form?.get('name') ?? '',
      text: form?.get('text') ?? '',
      root: root && { id: root.id, name: root.name },
    }
    const show = async (
      shown: Pick<CommentFormProps, 'fault' | 'title'> & {
        preview?: { name: string; text: string }
        stamp?: string | undefined
        isOpen?: boolean
      },
      status: Status = 200,
      more: Record<string, string> = {},
    ) =>
      answer(
        await render(async (source, { render: site, assets }) => {
          const { mode } = await service.commentingOn(db, { settings: source.settings, article, now })
          const { preview } = shown
          return site.renderCommentForm({
            site: toSite(source, assets),
            article: {
              slug,
              title: article.title,
              headline: await softHyphens(article.title, article.lang),
              publishedAt: article.published_at ?? article.created_at,
            },
            typed: preview ? { ...typed, ...preview } : typed,
            preview: preview
              ? {
                  html: renderComment(preview.text),
                  root: root && toCommentEntry(root),
                  stamp:
                    shown.stamp ?? keys.stamp({ articleId: article.id, rootId: root?.id ?? null, ...preview }, now),
                  at: now.toISOString(),
                  moderated: mode === 'moderated',
                }
              : null,
            fault: shown.fault,
            title: shown.title,
            isOpen: shown.isOpen ?? true,
            privacy: privacyPath(source),
          })
        }),
        status,
        more,
      )
    const refuse = (words: string, status: Status = 400, field: 'form' | 'name' | 'text' = 'form') =>
      show({ title: 'Das ging noch nicht', fault: { field, words } }, status)
    if (form === null) return refuse('Der Kommentar ist zu groß oder nicht lesbar.', 413)
    if (isForeign(context)) return refuse('Bitte schicken Sie den Kommentar von dieser Website aus ab.', 403)
    const settings = await pages.settings()
    const { mode, isOpen } = await service.commentingOn(db, { settings, article, now })
    if (!isOpen)
      return show(
        {
          title: 'Hier ist geschlossen',
          fault: {
            field: 'form',
            words: 'Zu diesem Artikel lässt sich nicht mehr kommentieren. Ihr Text steht unten.',
          },
          isOpen: false,
        },
        403,
      )
    if (form.get('parent') && !root)
      return refuse('Der Kommentar, auf den Sie antworten, ist nicht mehr da. Ohne ihn wird es ein eigener Kommentar.')
    if (form.get('website'))
      return refuse('Bitte lassen Sie das Feld leer, das leer bleiben soll, und versuchen Sie es noch einmal.')
    const read = await readTyped(runtime, typed)
    if ('fault' in read) return refuse(read.fault.words, 400, read.fault.field)
    const { name, text } = read
    const first = { title: 'Noch nicht abgeschickt', preview: { name, text }, fault: null }
    const stamp = form.get('stamp')
    const tooMany = ({ seconds, ofAll }: Awaited<ReturnType<typeof wait>>) =>
      show(
        {
          ...first,
          fault: {
            field: 'form',
            words: `${ofAll ? 'Hier gehen gerade sehr viele Kommentare ein' : 'Aus Ihrem Netz kamen gerade viele Kommentare'}. Ihr Text ist noch da: Bitte schicken Sie ihn ${minutesFromNow(seconds)} noch einmal ab.`,
          },
        },
        429,
        { 'Retry-After': String(seconds) },
      )
    const stamped = { articleId: article.id, rootId: root?.id ?? null, name, text }
    const checked = stamp ? keys.check(stamped, stamp, now) : null
    if (checked?.outcome !== 'good') {
      const pause = await wait('comment_preview', context)
      if (pause.seconds > 0) return tooMany(pause)
      const words =
        checked?.outcome === 'early'
          ? 'Das ging zu schnell. Bitte lesen Sie Ihren Kommentar einmal und schicken Sie ihn dann ab.'
          : checked?.outcome === 'late'
            ? 'Diese Vorschau ist älter als ein Tag. Bitte schicken Sie den Kommentar noch einmal ab.'
            : null
      return show({
        ...first,
        fault: words === null ? null : { field: 'form', words },
        // A reader who was too quick waits for the rest of the time, and not for all of it again.
        stamp: checked?.outcome === 'early' ? (stamp ?? undefined) : undefined,
      })
    }
    const pause = await wait('comment', context)
    if (pause.seconds > 0) return tooMany(pause)
    const { nonce, token } = checked
    try {
      await service.storeComment(
        db,
        { article, rootId: root?.id ?? null, name, text, mode, nonce, token, network: networkOf(context) },
        { secrets: keys, now },
      )
    } catch (error) {
      if (isApiError(error, 'not_found')) return refuse('Der Kommentar, auf den Sie antworten, ist nicht mehr da.')
      throw error
    }
    return seeOther(`/kommentar/${token}`)
  })

  const editPage = async (
    context: Context<Env>,
    token: string,
    more: Partial<Pick<CommentEditProps, 'refused' | 'saved'>> = {},
    status: Status = 200,
  ) => {
    const row = await queries.findByToken(db, hashOfToken(token))
    const now = clock()
    return answer(
      await render(async (source, { render: site, assets }) => {
        const mayRead = source.settings.visibility !== 'privat' || (await isReader(context))
        const article = row && mayRead ? await publishedOf(runtime, row.article_id) : null
        return site.renderCommentEdit({
          site: toSite(source, assets),
          article: article && { slug: article.slug, headline: await softHyphens(article.title, article.lang) },
          comment: row && row.text !== '' ? await toEdited(runtime, row, article?.slug ?? null) : null,
          editable: row && service.isEditable(row, now) ? leftOf(row, now) : null,
          refused: null,
          saved: false,
          contact: source.pages.find(({ slug }) => slug === 'impressum') ? '/impressum' : null,
          ...more,
        })
      }),
      status,
    )
  }

  secret.get('/:token', async (context) => {
    const { token } = context.req.param()
    return editPage(context, token, { saved: context.req.query('gespeichert') !== undefined })
  })
  secret.post('/:token', async (context) => {
    const { token } = context.req.param()
    const form = await readForm(context)
    if (form === null) return editPage(context, token, {}, 413)
    if (isForeign(context)) return editPage(context, token, {}, 403)
    if (form.get('do') === 'delete') {
      await service.deleteByToken(db, token)
      return seeOther(`/kommentar/${token}`)
    }
    const typed = { name: form.get('name') ?? '', text: form.get('text') ?? '', root: null }
    const read = await readTyped(runtime, typed)
    if ('fault' in read) return editPage(context, token, { refused: { ...typed, ...read.fault } }, 400)
    const { seconds } = await wait('comment_preview', context)
    if (seconds > 0) {
      const words = `Gerade gab es viele Änderungen. Bitte speichern Sie ${minutesFromNow(seconds)} noch einmal.`
      return editPage(context, token, { refused: { ...typed, field: 'form', words } }, 429)
    }
    const saved = await service.editComment(db, { token, ...read }, { secrets: await secrets(), now: clock() })
    if (saved) return seeOther(`/kommentar/${token}?gespeichert`)
    const words = 'Die 15 Minuten sind um: Der Kommentar bleibt, wie er war.'
    return editPage(context, token, { refused: { ...typed, field: 'form', words } }, 400)
  })
  secret.all('*', (context) => editPage(context, ''))

  const reportPage = async (
    id: string,
    shown: Partial<Pick<CommentReportProps, 'typed' | 'fault' | 'sent'>> = {},
    status: Status = 200,
  ) => {
    const row = await queries.getRow(db, id)
    const article = row && (await publishedOf(runtime, row.article_id))
    const isShown = row !== null && row.visible === 1 && row.state === 'shown' && article !== null
    if (!isShown && !shown.sent) return null
    return answer(
      await render(async (source, { render: site, assets }) =>
        site.renderCommentReport({
          site: toSite(source, assets),
          comment:
            isShown && article
              ? {
                  id: row.id,
                  name: row.name,
                  html: renderComment(row.text),
                  at: row.created_at,
                  address: await addressOfComment(runtime, row, article.slug),
                }
              : null,
          typed: { reason: '', text: '', contact: '' },
          fault: null,
          sent: null,
          ...shown,
        }),
      ),
      status,
    )
  }

  open.get('/kommentare/meldung/:token', async (context, next) => {
    const report = await reports.findReport(db, context.req.param('token'))
    if (!report) return next()
    const { created_at: at, state, outcome, decided_at: decidedAt } = report
    return (await reportPage(report.comment_id, { sent: { at, state: state as 'open', outcome, decidedAt } })) ?? next()
  })
  open.get('/kommentare/:id/melden', async (context, next) => (await reportPage(idOf(context))) ?? next())
  open.post('/kommentare/:id/melden', async (context, next) => {
    const id = idOf(context)
    const form = await readForm(context)
    const typed = {
      reason: form?.get('reason') ?? '',
      text: plainText(form?.get('text') ?? ''),
      contact: (form?.get('contact') ?? '').trim(),
    }
    const refuse = async (field: 'reason' | 'text' | 'contact' | 'form', words: string, status: Status = 400) =>
      (await reportPage(id, { typed, fault: { field, words } }, status)) ?? next()
    if (form === null) return refuse('form', 'Die Meldung ist zu groß.', 413)
    if (isForeign(context)) return refuse('form', 'Bitte melden Sie den Kommentar von dieser Website aus.', 403)
    if (!Object.hasOwn(REMOVAL_REASONS, typed.reason)) return refuse('reason', 'Bitte einen Grund wählen.')
    if (typed.text.length > LONGEST_REPORT) return refuse('text', `Höchstens ${LONGEST_REPORT} Zeichen.`)
    if (typed.contact !== '' && !isAddress(typed.contact))
      return refuse('contact', 'Bitte eine E-Mail-Adresse eingeben oder das Feld leer lassen.')
    const { seconds } = await wait('comment_report', context)
    if (seconds > 0)
      return refuse(
        'form',
        `Gerade gab es viele Meldungen. Bitte versuchen Sie es ${minutesFromNow(seconds)} noch einmal.`,
        429,
      )
    const token = await reports.storeReport(
      db,
      { commentId: id, reason: typed.reason as RemovalReason, text: typed.text, contact: typed.contact || null },
      clock(),
    )
    return token === null ? next() : seeOther(`/kommentare/meldung/${token}`)
  })
  return { open, secret }
}

function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { ...SITE_HEADERS, ...SECRET_HEADERS, Location: location } })
}

/** A form that a page of another site has sent. */
function isForeign(context: Context): boolean {
  return context.req.header('sec-fetch-site') === 'cross-site'
}

/** The fields of a form; null for one that is too large or holds what cannot be stored. */
async function readForm(context: Context): Promise<URLSearchParams | null> {
  try {
    const text = (await readBody(context.req.raw, MOST_BYTES)).toString('utf8')
    const form = new URLSearchParams(text)
    return form.size > 20 ? null : form
  } catch (error) {
    if (error instanceof BodyTooLarge) return null
    throw error
  }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The id in an address; one that is none finds nothing. */
function idOf(context: Context): string {
  const id = context.req.param('id') ?? ''
  return UUID.test(id) ? id : '00000000-0000-0000-0000-000000000000'
}

/** The first comment of a thread that readers find on this article; null without one. */
async function rootOf({ db }: Runtime, articleId: string, id: string | null): Promise<CommentRow | null> {
  if (id === null || !UUID.test(id)) return null
  const row = await queries.getRow(db, id)
  const isFound = row?.article_id === articleId && row.visible === 1 && row.state === 'shown' && row.root_id === row.id
  return isFound ? row : null
}

function plainText(text: string): string {
  return readableText(text.replaceAll(/\r\n?/g, '\n')).replace(/^\n+/, '').trimEnd()
}

/** Reads what a form holds: a name and a text as they are stored, or why they are not. */
async function readTyped(
  { db }: Runtime,
  typed: Pick<CommentTyped, 'name' | 'text'>,
): Promise<{ name: string; text: string } | { fault: { field: 'name' | 'text'; words: string } }> {
  const wrong = (field: 'name' | 'text', words: string) => ({ fault: { field, words } })
  const read = readPersonName(typed.name)
  if ('fault' in read) return wrong('name', `Der Name: ${read.fault}.`)
  if (read.name.length > LONGEST_COMMENTER) return wrong('name', `Der Name hat höchstens ${LONGEST_COMMENTER} Zeichen.`)
  const taken = await service.nameFault(db, read.name)
  if (taken !== null) return wrong('name', taken)
  const text = plainText(typed.text)
  if (text.trim() === '') return wrong('text', 'Bitte einen Text eingeben.')
  if (text.length > LONGEST_COMMENT)
    return wrong('text', `Der Text hat ${text.length} Zeichen, höchstens ${LONGEST_COMMENT} sind möglich.`)
  return { name: read.name, text }
}

function isAddress(contact: string): boolean {
  return (
    contact.length <= LONGEST_CONTACT &&
    /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\.]+$/.test(contact)
  )
}

function privacyPath({ pages }: PageSource): string | null {
  return pages.some(({ slug }) => slug === 'datenschutz') ? '/datenschutz' : null
}

/** The title and address of an article that readers find; null for any other. */
async function publishedOf({ db }: Runtime, id: string): Promise<{ slug: string; title: string; lang: string } | null> {
  const row = await db
    .selectFrom('articles')
    .select(['slug', 'title', 'lang'])
    .where('id', '=', id)
    .where('status', '=', 'published')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.slug ? { ...row, slug: row.slug } : null
}

async function addressOfComment({ db }: Runtime, row: CommentRow, slug: string): Promise<string | null> {
  const page = await queries.pageOf(db, row)
  return page === null ? null : `${commentsAddress(slug, page)}#k-${row.id}`
}

function leftOf(row: CommentRow, now: Date): { until: string; minutes: number } {
  const until = service.editableUntil(row)
  return { until, minutes: Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 60_000)) }
}

async function toEdited(runtime: Runtime, row: CommentRow, slug: string | null): Promise<CommentEditProps['comment']> {
  const root = row.root_id === row.id ? null : await queries.getRow(runtime.db, row.root_id)
  const answers = root === null && (await queries.hasAnswers(runtime.db, row.id))
  return {
    name: row.name,
    text: row.text,
    html: renderComment(row.text),
    state: row.state as 'shown',
    reason: row.state === 'removed' ? removalWords(row.reason as RemovalReason | null) : null,
    answers,
    parent: root?.name ?? null,
    address: slug === null ? null : await addressOfComment(runtime, row, slug),
    shownAt: row.shown_at,
  }
}
