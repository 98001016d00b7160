import { html } from 'hono/html'

type Markup = ReturnType<typeof html>

/** The HTML of a short mail: one column in the reader’s own sans-serif type, and nothing from elsewhere. `body` is markup. */
export function letterPage(subject: string, body: Markup): string {
  return String(
    html`<!doctype html>
      <html lang="de">
        <head>
          <meta charset="utf-8" />
          <title>${subject}</title>
        </head>
        <body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; max-width: 36em">
          ${body}
        </body>
      </html>`,
  )
}
