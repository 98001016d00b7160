import { setTimeout as sleep } from 'node:timers/promises'
import { stampIn } from '../tests/support/commenting.ts'

/** Environment of a blog that can send mail and never does: nobody subscribes while it is measured. */
export const TALKING = { SMTP_URL: 'smtp://127.0.0.1:9', AUTH_MAIL_CONFIRM: 'false' }
/** Milliseconds between preview and comment; a quicker one is refused (RUL-81). */
const READING_MS = 3500

/** Calls the API as the owner. */
export type Send = (method: string, path: string, body?: unknown) => Promise<unknown>

/** Switches newsletter and comments on, and gives an article this many comments, every second one an answer. */
export async function letTalk(
  url: string,
  send: Send,
  { slug, count }: { slug: string; count: number },
): Promise<void> {
  await send('PATCH', '/api/newsletter', { enabled: true, address: 'Weg 1, 04229 Leipzig' })
  await send('PATCH', '/api/settings', { comments: 'moderated' })
  const path = `${url}/article/${slug}/kommentare`
  const post = async (fields: Record<string, string>) => {
    const answer = await fetch(path, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) })
    const text = await answer.text()
    if (answer.status >= 400) throw new Error(`${path}: ${answer.status} ${text}`)
    return text
  }
  const comments = Array.from({ length: Math.ceil(count / 2) }, (_, index) => ({
    name: `Leserin ${index + 1}`,
    text: `Danke für den Beitrag, Nummer ${index + 1}.\n\nBei mir war es **anders**: ${'Es hat viel länger gedauert. '.repeat(1 + (index % 7))}`,
  }))
  const previews: { fields: Record<string, string>; stamp: string }[] = []
  for (const fields of comments) previews.push({ fields, stamp: stampIn(await post(fields)) })
  await sleep(READING_MS)
  for (const { fields, stamp } of previews) await post({ ...fields, stamp })
  const { items } = (await send('GET', '/api/comments?state=waiting&limit=100')) as { items: { id: string }[] }
  if (items.length < comments.length) throw new Error(`${items.length} of ${comments.length} comments arrived`)
  // An answer shows what it answers.
  for (const [index, { id }] of items.entries())
    if (index < count / 2)
      await send('POST', `/api/comments/${id}/answer`, { text: `Das freut uns, und **${index + 1}** Grüße zurück.` })
}
