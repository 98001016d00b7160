import { callAs, approved } from '../support/accounts.ts'
import { addresses, settled } from '../support/box-walk.ts'
import { expect, refused } from '../support/e2e.ts'
import { button, chip, openPanel, text, title, toasts } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

/** Everything is one test: what comes later stands on what was written before. */
test('[TEAM-8] [TEAM-9] Mitarbeit writes and submits, the editor returns and approves, a guest reads and writes remarks', async ({
  page,
  server,
  owner,
  rest,
  signIn,
  newContext,
  word,
  expectedErrors,
}) => {
  const jonas = await approved(server.url, owner, 'jonas')
  const ruth = await approved(server.url, owner, 'ruth')
  await callAs(server.url, owner, 'PATCH', `/users/${jonas.id}`, { role: 'contributor' })
  const foreign = await rest.createArticle({ title: `Fremd ${word}`, content_markdown: 'Fremder Text.' })

  // Mitarbeit: no settings, no publishing, the texts of others to read.
  const jonasContext = await newContext()
  const writer = await jonasContext.newPage()
  await writer.setViewportSize({ width: 1440, height: 900 })
  await signIn(writer, '/admin/articles/new', jonas)
  const nav = writer.getByRole('navigation', { name: 'Navigation', exact: true })
  await expect(nav.getByRole('link', { name: 'Artikel', exact: true })).toBeVisible()
  await expect(nav.getByRole('link', { name: 'Einstellungen', exact: true })).toHaveCount(0)
  await title(writer).fill(word)
  await text(writer).click()
  await writer.keyboard.type('Drei Zahlen.')
  await expect(chip(writer)).toHaveText('gespeichert')
  await expect(button(writer, 'Veröffentlichen')).toHaveCount(0)
  const address = new URL(writer.url()).pathname
  await button(writer, 'Zur Abnahme geben').click()
  const dialog = writer.getByRole('dialog', { name: 'Zur Abnahme geben', exact: true })
  await dialog.getByRole('textbox', { name: 'Worauf soll geachtet werden?', exact: true }).fill('Bitte die Zahlen')
  await expectAccessible(writer)
  await dialog.getByRole('button', { name: 'Zur Abnahme geben', exact: true }).click()
  await expect(toasts(writer).filter({ hasText: 'Zur Abnahme gegeben' })).toBeVisible()
  await expect(writer.getByTitle('Zur Abnahme', { exact: true }).first()).toBeVisible()

  // The editor: the bell, the dashboard and the list name it; returned with a reason that is required.
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, '/admin', ruth)
  const row = page.getByRole('listitem').filter({ hasText: word })
  // Until the names are known, the line below the title says nothing more.
  await expect(row.getByText('Zur Abnahme', { exact: true }).first()).toBeVisible()
  await page.goto('/admin/articles')
  await page
    .getByRole('radio', { name: /^Zur Abnahme/ })
    .or(page.getByRole('button', { name: /^Zur Abnahme/ }))
    .first()
    .click()
  await expect(page.getByRole('link', { name: word, exact: true })).toBeVisible()
  await expectAccessible(page)
  // Five filters are wider than a phone: they scroll by themselves.
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    await expectNoOverflow(page)
  }
  // The filter in force is in sight, also the last one of an address.
  const filtered = page.url()
  await page.goto('/admin/articles?status=published')
  await expect(page.getByRole('button', { name: 'Zur Abnahme', exact: true })).toBeAttached()
  await expect(page.getByRole('button', { name: 'Veröffentlicht', exact: true })).toBeInViewport({ ratio: 1 })
  await page.goto(filtered)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('link', { name: word, exact: true }).click()
  await expect(page.getByTitle(/ bittet um Abnahme$/)).toBeVisible()
  await expect(button(page, 'Freigeben')).toBeVisible()
  await button(page, 'Zurückgeben …').click()
  const back = page.getByRole('dialog', { name: `„${word}“ zurückgeben`, exact: true })
  await back.getByRole('button', { name: 'Zurückgeben', exact: true }).click()
  await expect(back.getByText('Bitte sagen, was fehlt', { exact: true })).toBeVisible()
  await back.getByRole('textbox', { name: 'Was fehlt noch?', exact: true }).fill('Die dritte Zahl')
  await back.getByRole('button', { name: 'Zurückgeben', exact: true }).click()
  await expect(back).toBeHidden()

  // The writer sees why, live, and submits again; the editor approves.
  await expect(writer.getByTitle('Zurückgegeben', { exact: true }).first()).toBeVisible()
  await openPanel(writer)
  await expect(writer.getByText(/: Die dritte Zahl$/)).toBeVisible()
  await button(writer, 'Zur Abnahme geben').click()
  await dialog.getByRole('button', { name: 'Zur Abnahme geben', exact: true }).click()
  await expect(button(page, 'Freigeben')).toBeVisible()
  await button(page, 'Freigeben').click()
  await expect(page.getByTitle('Freigegeben', { exact: true }).first()).toBeVisible()
  await expect(button(page, 'Veröffentlichen')).toBeVisible()

  // A change after the approval takes it back, at once for all.
  await text(writer).click()
  await writer.keyboard.type(' Und eine vierte.')
  await expect(page.getByTitle('Freigegeben', { exact: true })).toHaveCount(0)

  // A page is given to review as an article is.
  const leaf = await rest.send<{ id: string; version: number }>('POST', '/api/pages', {
    title: `Seite ${word}`,
    content_markdown: 'Wir.',
  })
  await rest.send('POST', `/api/pages/${leaf.id}/review`, {
    version: leaf.version,
    reviewer_id: ruth.id,
    note: 'Stimmt das?',
  })
  await page.goto('/admin')
  await page
    .getByRole('link', { name: `Seite ${word}`, exact: true })
    .first()
    .click()
  await expect(page.getByTitle(/ bittet um Abnahme$/)).toBeVisible()
  await expect(page.getByText(/: Stimmt das\?$/)).toBeVisible()
  await button(page, 'Freigeben').click()
  await expect(page.getByTitle('Freigegeben', { exact: true }).first()).toBeVisible()
  await expectAccessible(page)

  // With 360 px the same buttons, and texts of others are read only.
  await writer.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(writer)
  await expect(button(writer, 'Zur Abnahme geben')).toBeVisible()
  await writer.goto(`/admin/articles/${foreign.id}`)
  await expect(writer.getByText('Gehört jemand anderem: Sie lesen ihn', { exact: true })).toBeVisible()
  await expect(text(writer)).toHaveCount(0)
  await expectAccessible(writer)
  // Handed to the reader it is theirs to write, as it is by then, without a reload.
  await rest.send('PATCH', `/api/articles/${foreign.id}`, { version: 1, content_markdown: 'Nicht Ihr Text.' })
  await rest.send('PUT', `/api/articles/${foreign.id}/assignee`, { assignee_id: jonas.id })
  await expect(writer.getByText('Sie dürfen ihn jetzt bearbeiten', { exact: true })).toBeVisible()
  await expectNoOverflow(writer)
  await button(writer, 'Bearbeiten').click()
  await expect(text(writer)).toHaveText('Nicht Ihr Text.')
  await rest.send('PUT', `/api/articles/${foreign.id}/assignee`, { assignee_id: null })
  await writer.goto('/admin/settings')
  await expect(writer.getByRole('heading', { name: 'Nicht für Ihre Rolle', exact: true })).toBeVisible()
  await expectNoOverflow(writer)

  // A role that is lost takes the text away while it is open, and leads a guest to the articles.
  await writer.setViewportSize({ width: 1440, height: 900 })
  await writer.goto(address)
  await expect(text(writer)).toBeVisible()
  expectedErrors(
    refused(403, '/api/live'),
    refused(403, '/api/rpc/*'),
    refused(403, '/api/rpc/*/*'),
    refused(403, '/api/rpc/*/*/*'),
  )
  await callAs(server.url, owner, 'PATCH', `/users/${jonas.id}`, { role: 'guest' })
  await expect(writer.getByText('Sie lesen diesen Artikel', { exact: true })).toBeVisible()

  // It reads what it wrote, and what somebody invites it to, from the panel of the article; the bell leads there.
  await writer.goto('/admin/articles')
  await expect(writer.getByRole('link', { name: word, exact: true })).toBeVisible()
  await expect(writer.getByRole('link', { name: `Fremd ${word}`, exact: true })).toHaveCount(0)
  await page.goto(`/admin/articles/${foreign.id}`)
  await openPanel(page)
  await button(page, 'Einladen …').click()
  const guests = page.getByRole('dialog', { name: 'Gäste', exact: true })
  const nameOf = ({ email }: { email: string }) => email.split('@')[0]!
  await guests.getByRole('combobox', { name: 'Gast', exact: true }).click()
  await page.getByRole('option', { name: nameOf(jonas), exact: true }).click()
  await guests.getByRole('button', { name: 'Einladen', exact: true }).click()
  const out = guests.getByRole('button', { name: `${nameOf(jonas)} ausladen`, exact: true })
  await expect(out).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(writer.getByRole('link', { name: `Fremd ${word}`, exact: true })).toBeVisible()
  await writer.goto('/admin/notices')
  await writer
    .getByRole('link', { name: `Neu: ${nameOf(ruth)} hat Sie zu „Fremd ${word}“ eingeladen`, exact: true })
    .click()
  await expect(writer.getByText('Nicht Ihr Text.', { exact: true })).toBeVisible()

  // A guest writes remarks: about words of the page, in which they are beside the text, and on a phone over it.
  await writer.goto(`/admin/articles/${foreign.id}`)
  await writer.getByText('Nicht Ihr Text.', { exact: true }).selectText()
  await writer.keyboard.press('Control+Alt+m')
  const remark = writer.getByRole('region', { name: 'Neue Anmerkung', exact: true })
  await expect(remark.getByText('„Nicht Ihr Text.“', { exact: true })).toBeVisible()
  await remark.getByRole('textbox', { name: 'Anmerkung', exact: true }).fill('Wessen denn?')
  await remark.getByRole('button', { name: 'Anmerken', exact: true }).click()
  const card = writer.getByRole('article', { name: /^Anmerkung von / })
  await expect(card.getByText('Wessen denn?', { exact: true })).toBeVisible()
  await expect(card.getByRole('button', { name: 'Als Aufgabe', exact: true })).toHaveCount(0)
  await expectAccessible(writer)
  const { items } = await rest.send<{ items: { passage: { quote: string; pieces: number[][] } }[] }>(
    'GET',
    `/api/articles/${foreign.id}/remarks`,
  )
  expect(items.map(({ passage }) => passage)).toMatchObject([{ quote: 'Nicht Ihr Text.', pieces: [[0, 15]] }])

  // The passage is underlined and finds its remark, by pointer and by key, and the remark leads back to it.
  const passage = writer.getByRole('button', { name: 'Nicht Ihr Text.', exact: true })
  const answer = card.getByRole('textbox', { name: 'Antworten', exact: true })
  await expect(answer).toBeVisible()
  await writer.reload()
  await expect(answer).toHaveCount(0)
  await passage.click()
  await expect(answer).toBeVisible()
  await passage.press('Enter')
  await expect(card).toBeFocused()
  await writer.keyboard.press('Escape')
  await expect(passage).toBeFocused()
  await writer.keyboard.press('F9')
  await expect(card).toBeFocused()
  await writer.setViewportSize({ width: 360, height: 740 })
  await passage.click()
  const alone = writer.getByRole('dialog', { name: 'Anmerkung 1 von 1', exact: true })
  await expect(alone).toContainText('Wessen denn?')
  await expectNoOverflow(writer)
  await alone.getByRole('button', { name: 'Schließen', exact: true }).click()
  await expect(alone).toBeHidden()
  await writer.setViewportSize({ width: 1440, height: 900 })

  // What is written meanwhile appears. What the reader sees stays where it is, with the selection and what is being typed.
  const lines = Array.from({ length: 40 }, (_, index) => `Absatz ${index + 1} mit eigenen Worten.`)
  const long = await rest.createArticle({ title: `Lang ${word}`, content_markdown: lines.join('\n\n') })
  await rest.send('PUT', `/api/articles/${long.id}/guests/${jonas.id}`)
  await rest.send('POST', `/api/articles/${long.id}/remarks`, { passage: null, body: 'Hier', quote: 'Absatz 20' })
  await writer.goto(`/admin/articles/${long.id}`)
  await writer.getByText('Absatz 20 mit eigenen Worten.', { exact: true }).selectText()
  await writer.keyboard.press('Control+Alt+m')
  const unsent = remark.getByRole('textbox', { name: 'Anmerkung', exact: true })
  await unsent.fill('Noch nicht gesendet')
  const twentieth = writer.getByText(/^Absatz 20 mit eigenen Worten\./)
  await twentieth.selectText()
  await twentieth.scrollIntoViewIfNeeded()
  const heightOf = async () => Math.round((await twentieth.boundingBox())!.y)
  const before = await heightOf()
  lines.splice(2, 5, 'Ein neuer dritter Absatz, der länger ist als der frühere.', 'Und noch einer.')
  const changed = lines.map((line) => (line.startsWith('Absatz 20 ') ? `${line} Geändert.` : line)).join('\n\n')
  await rest.send('PATCH', `/api/articles/${long.id}`, { version: 1, content_markdown: changed })
  await expect(writer.getByText('Absatz 20 mit eigenen Worten. Geändert.', { exact: true })).toBeVisible()
  await expect(writer.getByText('Und noch einer.', { exact: true })).toBeAttached()
  expect(await heightOf()).toBe(before)
  const selected = await twentieth.evaluate((element) => {
    const root = element.getRootNode() as ShadowRoot & { getSelection(): Selection }
    return String(root.getSelection())
  })
  expect(selected).toBe('Absatz 20 mit eigenen Worten.')
  await expect(unsent).toHaveValue('Noch nicht gesendet')
  await unsent.fill('')

  // So does the page of a preview link, without an account.
  const link = await rest.send<{ url: string }>('POST', `/api/articles/${long.id}/preview-links`, { remarks: true })
  const stranger = await (await newContext()).newPage()
  await stranger.clock.install()
  await stranger.goto(new URL(link.url).pathname)
  const words = stranger.getByRole('textbox', { name: 'Anmerkung', exact: true })
  await words.fill('Von außen')
  await stranger.getByText('Absatz 21 mit eigenen Worten.', { exact: true }).selectText()
  await rest.send('PATCH', `/api/articles/${long.id}`, { version: 2, content_markdown: `Ganz neu.\n\n${changed}` })
  await stranger.clock.runFor(6000)
  await expect(stranger.getByText('Ganz neu.', { exact: true })).toBeAttached()
  await expect(words).toHaveValue('Von außen')
  expect(await stranger.evaluate(() => String(getSelection()))).toBe('Absatz 21 mit eigenen Worten.')
  await stranger.close()
  await writer.goto(`/admin/articles/${foreign.id}`)

  // And suggests: the paragraph of the selection is typed over in a field; what was typed outlives a reload and Escape.
  await writer.getByText('Nicht Ihr Text.', { exact: true }).selectText()
  await writer.keyboard.press('Control+Alt+v')
  const proposal = writer.getByRole('region', { name: 'Neuer Vorschlag', exact: true })
  const field = proposal.getByRole('textbox', { name: 'Ihr Vorschlag', exact: true })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('Nicht Ihr Text.')
  await field.fill('Nicht unser Text.')
  await writer.reload()
  await expect(field).toHaveValue('Nicht unser Text.')
  await field.press('Escape')
  await expect(proposal).toBeHidden()
  await writer.keyboard.press('Control+Alt+v')
  await expect(field).toHaveValue('Nicht unser Text.')
  await expect(proposal.getByRole('button', { name: 'Verwerfen', exact: true })).toBeVisible()
  await expectAccessible(writer)
  await field.press('Control+Enter')
  await expect(toasts(writer).filter({ hasText: 'Vorschlag gesendet' })).toBeVisible()
  const proposed = async () =>
    (
      await rest.send<{ items: { parts: unknown[]; author: { id: string } }[] }>(
        'GET',
        `/api/articles/${foreign.id}/suggestions`,
      )
    ).items.map(({ parts, author }) => [author.id, parts])
  expect(await proposed()).toEqual([[jonas.id, [[6, 9, 'unser']]]])
  const suggestion = writer.getByRole('article', { name: /^Vorschlag von / })
  await suggestion.getByRole('button', { name: /öffnen$/ }).press('Enter')
  await expect(suggestion.getByRole('button', { name: 'Annehmen', exact: true })).toHaveCount(0)
  await suggestion.getByRole('button', { name: 'Zurückziehen', exact: true }).press('Enter')
  await expect(suggestion).toHaveCount(0)

  // On a phone over the text. One that was begun in a text of before is not put anywhere: it asks for its place.
  await writer.setViewportSize({ width: 360, height: 740 })
  await writer.getByText('Nicht Ihr Text.', { exact: true }).selectText()
  await writer.getByRole('button', { name: 'Anmerkungen, 1 offen', exact: true }).click()
  await writer.getByRole('button', { name: 'Vorschlagen', exact: true }).click()
  await field.fill('Nicht euer Text.')
  const { version } = await rest.getArticle(foreign.id)
  // Other line ends begin another log of steps: nothing leads from the text of before to this one.
  await rest.send('PATCH', `/api/articles/${foreign.id}`, { version, content_markdown: 'Neu.\r\n\r\nNicht Ihr Text.' })
  expectedErrors(refused(409, '/api/rpc/articles/suggestions/save'))
  await proposal.getByRole('button', { name: 'Vorschlag senden', exact: true }).click()
  await expect(proposal.getByText(/^Der Text ist inzwischen geändert worden\./)).toBeVisible()
  await expectAccessible(writer)
  await expectNoOverflow(writer)
  await writer.keyboard.press('Escape')
  await writer.keyboard.press('Escape')
  await expect(proposal).toBeHidden()
  await expect(writer.getByText('Neu.', { exact: true })).toBeVisible()
  await writer.getByText('Nicht Ihr Text.', { exact: true }).selectText()
  await writer.getByRole('button', { name: 'Anmerkungen, 1 offen', exact: true }).click()
  await writer.getByRole('button', { name: 'Vorschlagen', exact: true }).click()
  await field.fill('Nicht euer Text.')
  await proposal.getByRole('button', { name: 'Vorschlag senden', exact: true }).click()
  await expect.poll(proposed).toEqual([[jonas.id, [[12, 15, 'euer']]]])
  const sheet = writer.getByRole('dialog', { name: 'Anmerkungen', exact: true })
  await expect(sheet.getByText('Wessen denn?', { exact: true })).toBeVisible()
  await expectAccessible(writer)
  await expectNoOverflow(writer)
  await writer.keyboard.press('Escape')
  await writer.setViewportSize({ width: 1440, height: 900 })

  // Where the invitation ends, so does the reading, at once.
  expectedErrors(refused(404, '/api/rpc/*/*'), refused(404, '/api/rpc/*/*/*'))
  await out.click()
  await expect(out).toHaveCount(0)
  await expect(
    writer.getByText('Die Einladung ist zu Ende, oder es gibt den Artikel nicht mehr.', { exact: true }),
  ).toBeVisible()
  await writer.goto('/admin')
  await expect(writer.getByRole('heading', { name: 'Artikel', exact: true })).toBeVisible()
  await expect(writer.getByRole('link', { name: `Fremd ${word}`, exact: true })).toHaveCount(0)
  await expect(nav.getByRole('link')).toHaveCount(1)

  // A guest who is named in a remark and not invited would hear nothing of it: this is said, and invites.
  await page.keyboard.press('Escape')
  await text(page).click()
  await page.keyboard.press('Control+Alt+m')
  const said = page.getByRole('region', { name: 'Neue Anmerkung', exact: true })
  await said
    .getByRole('textbox', { name: 'Anmerkung', exact: true })
    .fill(`@${nameOf(jonas)} und @${nameOf(ruth)}: ja?`)
  const note = said.getByText(`${nameOf(jonas)} ist nicht eingeladen und erfährt davon nichts.`, { exact: true })
  await expect(note).toBeVisible()
  await expect(said.getByText(/ist nicht eingeladen/)).toHaveCount(1)
  await expectAccessible(page)
  await said.getByRole('button', { name: `${nameOf(jonas)} einladen`, exact: true }).click()
  await expect(note).toHaveCount(0)
  await said.getByRole('button', { name: 'Anmerken', exact: true }).click()
  await writer.goto('/admin/notices')
  await expect(
    writer.getByRole('link', { name: `Neu: ${nameOf(ruth)} hat Sie in „Fremd ${word}“ erwähnt`, exact: true }),
  ).toBeVisible()
})

test('[TEAM-8] a screen that Mitarbeit or Gast lacks says so, and no other one is refused by the server', async ({
  page,
  server,
  owner,
  rest,
  signIn,
}) => {
  const person = await approved(server.url, owner, 'jonas')
  const { id } = await rest.createArticle({ title: 'Gelesen', content_markdown: 'Text.' })
  await rest.send('POST', '/api/tasks', { title: 'Fremde Karte', priority: 'low', status: 'idea' })
  await rest.send('POST', '/api/feeds', { url: `https://feed.example/${crypto.randomUUID()}` })
  const main = page.getByRole('main')
  const faults: string[] = []
  for (const role of ['contributor', 'guest'] as const) {
    await rest.send('PATCH', `/api/users/${person.id}`, { role })
    if (role === 'guest') await rest.send('PUT', `/api/articles/${id}/guests/${person.id}`)
    await signIn(page, '/admin/account', person)
    for (const address of await addresses()) {
      await page.goto(address.replace('$id', id))
      await page.locator('h1').first().waitFor()
      await settled(page)
      const refusals = await main
        .getByText(/^(?:Ihre Rolle erlaubt das nicht|Laden fehlgeschlagen|Das dürfen nur)/)
        .count()
      if (refusals > 0) faults.push(`${role} at ${address}: ${await main.innerText()}`)
    }
    if (role === 'contributor') {
      await page.goto('/admin/editorial-plan')
      await main.getByRole('heading', { name: 'Fremde Karte', exact: true }).waitFor()
      if ((await main.getByRole('checkbox').count()) > 0)
        faults.push('cards can be selected, yet nothing done with them')
      await page.goto('/admin/integrations?tab=rss')
      await main.getByRole('list', { name: 'RSS-Feeds', exact: true }).waitFor()
      const offered = await main.getByRole('tabpanel').getByRole('button').allInnerTexts()
      if (offered.length > 0) faults.push(`feeds are read only, yet there is ${offered.join(', ')}`)
    }
    await page.goto('/admin/account/notices')
    const groups = page.getByRole('table').locator('tbody')
    await groups.first().waitFor()
    for (const group of await groups.all())
      if ((await group.getByRole('checkbox').count()) === 0) faults.push(`${role}: ${await group.innerText()} is empty`)
  }
  expect(faults).toEqual([])
})
