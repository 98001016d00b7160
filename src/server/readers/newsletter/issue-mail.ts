// Under another name the formatter leaves the markup as it is: blanks are part of it.
import { html as markup, raw } from 'hono/html'
import { joined } from '../../../rules/languages.ts'
import { RHYTHM_WORDS, type Rhythm } from '../../../rules/newsletter.ts'
import { type InWorker, runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { type IssueText, run, SANS, wrapped } from './issue-text.job.ts'
import type { MailArticle, MailSite } from './mail-content.ts'

const TEXT = workerJob<typeof run>(new URL('./issue-text.job.ts', import.meta.url))
/** Markup beyond it is read in a worker. */
const QUICK_MARKUP = 64 * 1024
/** Largest text of an article in a mail, so that the whole stays below 100 KB (NEWS-10). */
const MOST_TEXT = 84 * 1024
/** Titles of a digest that are listed. */
const MOST_ENTRIES = 50

/** What stands for the values of a subscriber; no text of a person contains these characters. */
const TOKEN = '\ue001'
const SINCE = '\ue002'
const OFTEN = '\ue003'
const MARKS = /[\ue000-\ue00f]/g

/** An issue for everybody: subject, HTML and plain text, with marks for the values of a subscriber. */
export type IssueMail = { subject: string; html: string; text: string }

export type IssueContent = {
  subject: string
  /** Words before the text; empty for the article's own excerpt. */
  lead: string
  /** Name of the newsletter, and name and postal address of the sender. */
  name: string
  address: string
  /** The day of the mail. */
  at: string
  site: MailSite
} & (
  | { kind: 'article'; article: MailArticle }
  | { kind: 'digest'; entries: readonly Omit<MailArticle, 'html'>[]; isMonthly: boolean }
)

const SERIF = 'font-family:Charter,Georgia,serif'
const SMALL = `${SANS};font-size:13px;line-height:20px;color:#565a63`

const RULES = `@media (prefers-color-scheme: dark) {
.page {background: #0e0f13 !important} .sec, .sec a {color: #b3b6bd !important} .ink, .ink a, .sec .ink {color: #e6e7ea !important} .ink .sec {color: #b3b6bd !important}
.rule {border-color: #2b2d33 !important} .bar-m {background: #8c9dfb !important} .press {background: #e6e7ea !important; color: #0e0f13 !important}
}
@media (max-width: 480px) { .box {padding: 20px !important} .title {font-size: 28px !important; line-height: 32px !important} }`

/**
 * Composes an issue (NEWS-9, NEWS-10): inline styles, no layout tables, no request to another host; dark and narrow where the
 * mail program keeps the rules.
 */
export async function writeIssue(content: IssueContent, inWorker: InWorker = inIssues): Promise<IssueMail> {
  const { site, name, address, at } = content
  const day = site.dayInWords(at)
  const links = {
    leave: `${site.origin}/newsletter/abmelden/${TOKEN}`,
    change: `${site.origin}/newsletter/einstellungen/${TOKEN}`,
    imprint: site.imprint && site.origin + site.imprint,
    privacy: site.privacy && site.origin + site.privacy,
  }
  const main = content.kind === 'article' ? await articlePart(content, inWorker) : digestPart(content)
  const why = `Sie bekommen diese Mail, weil Sie sie am ${SINCE} bestellt haben: ${OFTEN}. Wir wissen nicht, ob Sie sie öffnen.`
  const page = markup`<!doctype html>
<html lang="${main.lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${content.subject}</title>
<style>${raw(RULES)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#fafbfc;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${main.preview}</div>
<div class="page box" role="article" aria-label="${content.subject}" style="max-width:536px;margin:0 auto;padding:32px;background:#fafbfc;overflow-wrap:break-word;word-wrap:break-word">
<p class="sec" lang="de" style="${raw(SANS)};font-size:14px;line-height:20px;color:#565a63;margin:0 0 32px"><a class="ink" href="${site.origin}/" style="${raw(SERIF)};font-size:18px;font-weight:600;color:#22242a;text-decoration:none">${name}</a><br>${day}</p>
<div class="bar-m" style="width:24px;height:3px;background:#4650c8;margin:0 0 9px"></div>
${raw(main.html)}
<div class="rule sec" lang="de" style="border-top:1px solid #e2e3e7;margin:40px 0 0;padding:20px 0 0;${raw(SMALL)}">
<p style="margin:0 0 12px">${why}</p>
<p style="margin:0 0 12px"><a href="${links.leave}" style="color:#565a63">Abmelden</a> &nbsp; <a href="${links.change}" style="color:#565a63">Seltener oder anders</a>${main.url ? markup` &nbsp; <a href="${main.url}" style="color:#565a63">Im Browser lesen</a>` : ''}</p>
<p style="margin:0;white-space:pre-line">${address}</p>
<p style="margin:12px 0 0">${links.imprint ? markup`<a href="${links.imprint}" style="color:#565a63">Impressum</a>` : ''}${links.privacy ? markup` &nbsp; <a href="${links.privacy}" style="color:#565a63">Datenschutz</a>` : ''}</p></div>
</div>
</body>
</html>
`
  const foot = [
    '-'.repeat(72),
    // The values of a subscriber are not known here, so its lines are broken by hand.
    why.replace(' bestellt haben', '\nbestellt haben'),
    '',
    `Abmelden: ${links.leave}`,
    `Ändern:   ${links.change}`,
    '',
    address.trim(),
    ...(links.imprint ? [`Impressum: ${links.imprint}`] : []),
    ...(links.privacy ? [`Datenschutz: ${links.privacy}`] : []),
  ]
  const text = [name.toLocaleUpperCase('de'), `${day}\n`, `${main.text}\n`, foot.join('\n')].join('\n')
  return { subject: content.subject, html: String(page), text: `${text.trimEnd()}\n` }
}

type Part = { html: string; text: string; preview: string; lang: string; url: string | null }

async function articlePart(content: Extract<IssueContent, { kind: 'article' }>, inWorker: InWorker): Promise<Part> {
  const { article, lead: typed } = content
  const [title, lead] = [clean(article.title), clean(typed || article.excerpt)]
  const meta = [article.category, `${article.minutes} Min. Lesezeit`].filter(Boolean)
  const names = joined(article.authors, 'de').map((part) => (typeof part === 'string' ? part : part.name))
  const by = names.length > 0 ? `Von ${names.join('')}` : ''
  const body = await issueText(article, inWorker)
  const action = body.isCut || body.html === '' ? 'Im Blog weiterlesen' : 'Im Blog lesen'
  const part = markup`<p class="sec" style="${raw(SMALL)};margin:0 0 8px">${meta.join(' · ')}</p>
<h1 class="ink title" style="${raw(SERIF)};font-size:36px;line-height:40px;font-weight:600;letter-spacing:-.012em;text-wrap:balance;color:#22242a;margin:0 0 16px"><a href="${article.url}" style="color:inherit;text-decoration:none">${title}</a></h1>
${lead ? markup`<p class="ink" style="${raw(SERIF)};font-size:20px;line-height:28px;font-style:italic;color:#22242a;margin:0 0 12px;white-space:pre-line">${lead}</p>` : ''}
${by ? markup`<p class="sec" style="${raw(SANS)};font-size:14px;line-height:20px;color:#565a63;margin:0 0 28px">${by}</p>` : ''}
${raw(clean(body.html))}
<p lang="de" style="margin:32px 0 0"><a class="press" href="${article.url}" style="${raw(SANS)};display:inline-block;font-size:15px;line-height:20px;font-weight:500;padding:12px 16px;border-radius:6px;background:#22242a;color:#fafbfc;text-decoration:none">${action}</a></p>`
  const text = [
    wrapped(title.toLocaleUpperCase(article.lang)),
    ...(lead ? [wrapped(lead)] : []),
    [by, ...meta].filter(Boolean).join(' · '),
    `\n${clean(body.text)}`.trimEnd(),
    `${action}:\n${article.url}`,
  ]
  return { html: String(part), text: text.join('\n\n'), preview: lead, lang: article.lang, url: article.url }
}

function digestPart({ entries, subject, lead, isMonthly }: Extract<IssueContent, { kind: 'digest' }>): Part {
  const words =
    clean(lead) || (isMonthly ? 'Was im letzten Monat erschienen ist.' : 'Was in dieser Woche erschienen ist.')
  const shown = entries.slice(0, MOST_ENTRIES)
  const part = markup`<h1 class="ink title" style="${raw(SERIF)};font-size:36px;line-height:40px;font-weight:600;letter-spacing:-.012em;color:#22242a;margin:0 0 16px">${clean(subject)}</h1>
<p class="ink" style="${raw(SERIF)};font-size:20px;line-height:28px;font-style:italic;color:#22242a;margin:0 0 12px">${words}</p>
${shown.map(
  ({
    title,
    excerpt,
    url,
    lang,
    category,
    minutes,
  }) => markup`<div class="rule" lang="${lang}" style="border-top:1px solid #e2e3e7;margin:28px 0 0;padding:20px 0 0">
<p class="sec" lang="de" style="${raw(SMALL)};margin:0 0 4px">${[category, `${minutes} Min. Lesezeit`].filter(Boolean).join(' · ')}</p>
<h2 class="ink" style="${raw(SERIF)};font-size:24px;line-height:30px;font-weight:600;color:#22242a;margin:0 0 8px"><a href="${url}" style="color:inherit">${clean(title)}</a></h2>
${excerpt ? markup`<p class="ink" style="${raw(SERIF)};font-size:18px;line-height:28px;color:#22242a;margin:0">${clean(excerpt)}</p>` : ''}</div>`,
)}`
  const text = [
    wrapped(clean(subject).toLocaleUpperCase('de')),
    wrapped(words),
    ...shown.map(({ title, excerpt, url }) =>
      [wrapped(`– ${clean(title)}`), ...(excerpt ? [wrapped(clean(excerpt), '  ')] : []), `  ${url}`].join('\n'),
    ),
  ]
  return { html: String(part), text: text.join('\n\n'), preview: words, lang: 'de', url: null }
}

function clean(words: string): string {
  return words.replace(MARKS, '')
}

async function issueText({ html: given, url }: MailArticle, inWorker: InWorker): Promise<IssueText> {
  const input = { html: given, page: url, most: MOST_TEXT }
  if (given.length <= QUICK_MARKUP) return run(input)
  return inWorker(TEXT, input, { outputBytes: 1024 * 1024 }).catch(() => ({ html: '', text: '', isCut: true }))
}

const inIssues: InWorker = (job, input, limits) => runInWorker('machines', job, input, limits)

/** What a mail says to one subscriber. */
export type Recipient = { token: string; since: string; rhythm: Rhythm }

/** The mail of one subscriber. */
export function addressed(mail: IssueMail, { token, since, rhythm }: Recipient): IssueMail {
  const fill = (words: string) =>
    words.replaceAll(TOKEN, token).replaceAll(SINCE, since).replaceAll(OFTEN, RHYTHM_WORDS[rhythm])
  return { subject: mail.subject, html: fill(mail.html), text: fill(mail.text) }
}
