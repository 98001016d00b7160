import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { html, raw } from 'hono/html'
import { BASE_HEADERS } from '../../../platform/http/headers.ts'

/** The text of the page, by the `type` of the link. */
const WORDS: ReadonlyMap<string, { title: string; sentence: string; action: string }> = new Map([
  [
    'signup',
    {
      title: 'E-Mail-Adresse bestätigen',
      sentence: 'Mit einem Klick ist Ihre Adresse bestätigt und Ihr Konto angelegt.',
      action: 'Adresse bestätigen',
    },
  ],
  [
    'recovery',
    {
      title: 'Neues Passwort setzen',
      sentence: 'Mit einem Klick geht es weiter. Danach wählen Sie Ihr neues Passwort.',
      action: 'Weiter',
    },
  ],
  ['magiclink', { title: 'Anmelden', sentence: 'Mit einem Klick sind Sie angemeldet.', action: 'Anmelden' }],
  [
    'email_change',
    {
      title: 'Neue E-Mail-Adresse bestätigen',
      sentence: 'Die neue Adresse gilt, sobald beide Postfächer bestätigt haben.',
      action: 'Änderung bestätigen',
    },
  ],
  [
    'address_return',
    {
      title: 'Bisherige Adresse zurückholen',
      sentence:
        'Mit einem Klick gilt Ihre bisherige E-Mail-Adresse wieder. Alle Geräte werden abgemeldet, und Sie wählen ein neues Passwort.',
      action: 'Adresse zurückholen',
    },
  ],
])
const OTHER = { title: 'Bestätigen', sentence: 'Mit einem Klick geht es weiter.', action: 'Weiter' }

const RULES = `
  * { box-sizing: border-box; margin: 0 }
  body { background: var(--page); color: var(--text); font: 14px/20px var(--ui); display: grid; min-height: 100dvh; grid-template-rows: 64px 1fr 56px; padding: 0 24px }
  header { align-self: center; font-weight: 600 }
  main { width: 100%; max-width: 336px; margin: 13vh auto 0 }
  h1 { font-size: 24px; line-height: 32px; font-weight: 600; letter-spacing: -0.018em; text-wrap: balance }
  p { margin: 8px 0 24px; color: var(--text-2); text-wrap: pretty }
  button { width: 100%; min-height: 44px; border: 0; border-radius: var(--radius); background: var(--accent); color: var(--page); font: 500 14px/20px var(--ui); cursor: pointer }
  @media (width < 768px) { main { margin-top: 56px } }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }`

let styles: Promise<{ css: string; hash: string }> | undefined

/** The product's colours and the rules of this page, with the hash for its policy. */
function pageStyles() {
  styles ??= readFile(join(import.meta.dirname, '..', '..', '..', '..', 'styles', 'tokens.css'), 'utf8').then(
    (tokens) => {
      const css = `${tokens}${RULES}`
      return { css, hash: createHash('sha256').update(css).digest('base64') }
    },
  )
  return styles
}

export type MailedLink = { type: string; token: string; redirectTo: string }

/**
 * The page of a mailed link: only its button redeems it. Scanners that open links therefore use nothing up, and the
 * address with the token is sent to no other site.
 */
export async function verifyPage(link: MailedLink, site: string): Promise<Response> {
  const { css, hash } = await pageStyles()
  const words = WORDS.get(link.type) ?? OTHER
  // In one piece: any other whitespace would change the hash.
  const style = raw(`<style>${css}</style>`)
  const page = html`<!doctype html>
    <html lang="de">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${words.title} · ${site}</title>
        ${style}
      </head>
      <body>
        <header>${site}</header>
        <main>
          <h1>${words.title}</h1>
          <p>${words.sentence}</p>
          <form method="post" action="/auth/v1/verify">
            <input type="hidden" name="type" value="${link.type}" />
            <input type="hidden" name="token" value="${link.token}" />
            <input type="hidden" name="redirect_to" value="${link.redirectTo}" />
            <button>${words.action}</button>
          </form>
        </main>
      </body>
    </html>`
  const target = new URL(link.redirectTo)
  // Browsers apply `form-action` to the redirect after a form, too.
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    `form-action 'self' ${target.origin === 'null' ? target.protocol : target.origin}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return new Response(String(page), {
    headers: {
      ...BASE_HEADERS,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy.join('; '),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  })
}
