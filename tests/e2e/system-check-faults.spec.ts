import { renameSync, writeFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { test } from '../support/bad-connection.ts'
import { expect, registerOwner } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { startServer } from '../support/server-process.ts'
import { placeSession, stored } from '../support/stored-session.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { words } from '../support/words.ts'

const CHECK = /^\/api\/rpc\/system\/check/
const CHECK_ROUTE = '**/api/rpc/system/check'

const card = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const again = (page: Page) => page.getByRole('button', { name: 'Erneut prüfen', exact: true })

async function expectFinding(page: Page, title: string, verdict: 'OK' | 'Fehler', message: string | RegExp) {
  await expect(words(card(page, title), verdict)).toBeVisible()
  await expect(card(page, title).getByRole('paragraph')).toHaveText(message)
}

test('[SYS-2] with a read-only folder and a missing table each card shows the error’s message', async ({
  newContext,
}) => {
  const server = await startServer({ env: UNLIMITED })
  const owner = await registerOwner(server.url)
  const context = await newContext({ baseURL: server.url, ownHost: new URL(server.url).host })
  const page = await context.newPage()
  const sql = (statement: string) => {
    // A job of the server may be writing: without a timeout the statement fails at once.
    const database = new DatabaseSync(join(server.dataDir, 'blog-cms.sqlite'), { timeout: 60_000 })
    database.exec(statement)
    database.close()
  }
  await placeSession(page, owner)
  await page.goto('/admin/system-check')
  await expectFinding(page, 'Datenbank', 'OK', 'Verbindung erfolgreich')
  await expectFinding(page, 'Storage', 'OK', 'Storage bereit')
  await expectFinding(page, 'Anmeldung', 'OK', `Angemeldet als ${owner.email}`)

  const media = join(server.dataDir, 'media')
  renameSync(media, `${media}.away`)
  writeFileSync(media, 'a file where the folder should be')
  sql('alter table articles rename to articles_away')
  await again(page).click()
  await expectFinding(page, 'Storage', 'Fehler', /^(ENOTDIR|EEXIST): /)
  await expectFinding(page, 'Datenbank', 'Fehler', 'no such table: articles')
  await expectFinding(page, 'Anmeldung', 'OK', `Angemeldet als ${owner.email}`)
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    /^\d Fehler(, \d Warnungen?)?, geprüft um \d\d:\d\d:\d\d Uhr$/,
  )
  await expectAccessible(page)

  rmSync(media)
  renameSync(`${media}.away`, media)
  sql('alter table articles_away rename to articles')
  await again(page).click()
  await expectFinding(page, 'Datenbank', 'OK', 'Verbindung erfolgreich')
  await expectFinding(page, 'Storage', 'OK', 'Storage bereit')
  await context.close()
  await server.stop()
})

test('[SYS-2] a session that ended on the server is `Nicht angemeldet`, and the password restores it', async ({
  open,
  owner,
  server,
  connection,
  expectedErrors,
}) => {
  expectedErrors(
    /^console error: Failed to load resource: net::ERR_EMPTY_RESPONSE .*\/api\/live\)$/,
    /^console error: Failed to load resource: the server responded with a status of 401 .*\/api\/(rpc\/system\/check|live)\)$/,
    /^console error: Failed to load resource: the server responded with a status of 400 .*\/auth\/v1\/token/,
    /^console error: Failed to load resource: the server responded with a status of 403 .*\/auth\/v1\/logout/,
  )
  // Without the live stream only the check notices.
  connection.cut(/^\/api\/live/)
  const page = await open('/admin/system-check')
  await expectFinding(page, 'Anmeldung', 'OK', `Angemeldet als ${owner.email}`)
  const token = (await stored(page))?.access_token
  const gone = await fetch(`${server.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(gone.status).toBe(204)
  await again(page).click()
  await expectFinding(page, 'Anmeldung', 'Fehler', 'Nicht angemeldet')
  await expectAccessible(page)

  connection.mend()
  const question = page.getByRole('alertdialog', { name: 'Ihre Sitzung ist abgelaufen', exact: true })
  await question.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await question.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(question).toBeHidden()
  await again(page).click()
  await expectFinding(page, 'Anmeldung', 'OK', `Angemeldet als ${owner.email}`)
})

test('[SYS-1] [SYS-2] a running check shows a loading state, and an unreachable server is a result itself', async ({
  open,
  connection,
  expectedErrors,
}) => {
  expectedErrors(/^console error: Failed to load resource: .*\/api\/rpc\/system\/check\)$/)
  const page = await open('/admin/system-check')
  const letGo = connection.holdAnswers(CHECK)
  await page.reload()
  await expect(page.getByRole('status')).toHaveText('Lädt...')
  await expect(page.getByRole('list', { name: 'Server', exact: true })).toHaveCount(0)
  letGo()
  await expectFinding(page, 'Datenbank', 'OK', 'Verbindung erfolgreich')

  for (const silence of ['cut', 'answerEmpty'] as const) {
    connection.mend()
    connection[silence](CHECK)
    await page.reload()
    await expectFinding(page, 'Server', 'Fehler', /^Der Server antwortet nicht\. /)
    await expect(words(page.getByRole('main'), 'Route registriert ×8')).toBeVisible()
  }
  connection.mend()
  await again(page).click()
  await expectFinding(page, 'Storage', 'OK', 'Storage bereit')

  // Without the database no account can be identified; the server's response then is tested in `database-away.test.ts`.
  const message = 'Die Datenbank ist nicht erreichbar. (ECONNREFUSED)'
  const json = { defined: false, code: 'database_unavailable', status: 503, message }
  await page.route(CHECK_ROUTE, (route) => route.fulfill({ status: 503, json: { json } }))
  await again(page).click()
  await expectFinding(page, 'Datenbank', 'Fehler', message)
})
