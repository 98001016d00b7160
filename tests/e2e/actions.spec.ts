import type { Locator, Page } from '@playwright/test'
import { chooseMore } from '../support/choose-more.ts'
import { fillDesk, MONTH, strangers, take, type Seen } from '../support/action-walk.ts'
import { go, settled } from '../support/box-walk.ts'
import { expect } from '../support/e2e.ts'
import { test } from '../support/signed-in.ts'

// A fresh blog, so that records of other tests are not walked through.
test.use({ ownBlog: {}, codeAhead: true })

type State = { at: string; before?: () => Promise<void>; there: Locator }

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('[DESK-1] every button and menu entry of every screen, with its records open, is an action the palette finds by its name', async ({
  open,
  rest,
  word,
}) => {
  const page = await open('/admin')
  const { published, draft, site, task, source, entry, picture } = await fillDesk(rest, word, page)
  const calendar = `/admin/calendar?month=${MONTH}`
  const badge = (kind: string, index = 0) => button(page, new RegExp(`^${word}, ${kind}`)).nth(index)
  const first = (locator: Locator) => () => locator.first().click()
  const within = (name: string) => page.getByRole('region', { name, exact: true })
  const section = (bereich: string, there: Locator): State => ({ at: `/admin/settings?bereich=${bereich}`, there })
  const dialog = page.getByRole('dialog')
  const bar = page.getByRole('toolbar', { name: 'Auswahl', exact: true })
  const states: State[] = [
    { at: '/admin', there: button(page, 'Erste Schritte ausblenden') },
    { at: '/admin/articles', there: button(page, 'Artikel löschen').first() },
    { at: '/admin/articles', before: () => page.getByRole('checkbox').nth(1).check(), there: bar },
    { at: `/admin/articles/${published.id}`, there: button(page, 'Aktualisieren') },
    { at: `/admin/articles/${draft.id}`, there: button(page, 'Veröffentlichen') },
    { at: `/admin/pages/${site.id}`, there: button(page, 'Veröffentlichen') },
    { at: '/admin/editorial-plan', there: button(page, 'Neue Aufgabe') },
    {
      at: '/admin/editorial-plan',
      before: () => page.getByRole('checkbox').first().check({ force: true }),
      there: bar,
    },
    { at: `/admin/editorial-plan?aufgabe=${task.id}`, there: button(page, 'Artikel daraus') },
    { at: calendar, there: badge('Deadline') },
    { at: `${calendar}&view=week`, there: button(page, 'Nächste Woche') },
    { at: `${calendar}&view=agenda`, there: button(page, 'Vier Wochen weiter') },
    ...[badge('Artikel geplant'), badge('Deadline'), badge('Deadline', 1), button(page, '17. Mai 2034, 1 Eintrag')].map(
      (opener) => ({ at: calendar, before: () => opener.click(), there: dialog }),
    ),
    {
      at: calendar,
      before: async () => {
        await badge('Artikel geplant').click()
        await chooseMore(page, dialog, 'Auswählen')
      },
      there: bar,
    },
    { at: '/admin/research', there: button(page, 'Recherche-Element löschen') },
    { at: `/admin/research?item=${source.id}`, there: dialog.getByRole('button', { name: 'Bearbeiten', exact: true }) },
    { at: `/admin/inbox?eintrag=${entry.id}`, there: button(page, 'Erledigen') },
    { at: '/admin/media', there: button(page, `${word}.png löschen`) },
    { at: `/admin/media?bild=${picture.id}`, there: button(page, 'Bild ersetzen') },
    { at: '/admin/media', before: () => page.getByRole('checkbox').first().check({ force: true }), there: bar },
    { at: '/admin/link-library', there: button(page, 'Link bearbeiten') },
    { at: '/admin/link-library', before: first(button(page, 'Link bearbeiten')), there: dialog },
    { at: '/admin/prompt-library', there: button(page, 'Prompt bearbeiten') },
    { at: '/admin/prompt-library', before: first(button(page, 'Prompt bearbeiten')), there: dialog },
    { at: '/admin/integrations', there: button(page, 'Code kopieren') },
    { at: '/admin/integrations?tab=chrome', there: button(page, 'Extension herunterladen') },
    { at: '/admin/integrations?tab=rss', there: page.getByRole('list', { name: 'RSS-Feeds', exact: true }) },
    section('website', button(page, 'Speichern')),
    section('aussehen', button(page, 'Logo hochladen')),
    section('seiten', page.getByRole('list', { name: 'Seiten', exact: true })),
    section('kategorien', button(page, 'Neue Kategorie')),
    section('schlagwoerter', button(page, 'Neues Schlagwort')),
    section('weiterleitungen', page.getByRole('list', { name: 'Weiterleitungen', exact: true })),
    section('export', button(page, 'Exportieren')),
    section('konten', page.getByRole('list', { name: 'Konten', exact: true })),
    section('import', within('Import').getByRole('button').first()),
    section('sicherung', button(page, 'Erste Sicherung anlegen')),
    section('protokoll', within('Protokoll').getByRole('listitem').first()),
    section('papierkorb', page.getByRole('list', { name: 'Papierkorb', exact: true })),
    { at: '/admin/system-check', there: page.getByRole('list', { name: 'Server', exact: true }) },
    { at: '/admin/account', there: button(page, 'Authenticator-App einrichten') },
    { at: '/admin/waiting', there: page.getByRole('heading', { level: 1 }) },
  ]
  const screens = new Map<string, Seen>()
  for (const { at, before, there } of states) {
    await test.step(at, async () => {
      await go(page, at)
      await before?.()
      await there.waitFor()
      await settled(page)
      const path = new URL(at, page.url()).pathname.replace(/\/[0-9a-f-]{36}$/, '/$id')
      const seen: Seen = screens.get(path) ?? { controls: new Map(), offered: new Set() }
      screens.set(path, seen)
      await take(page, seen)
    })
  }
  const strange = [...screens].flatMap(([path, seen]) =>
    strangers(path, seen, word).map((control) => `${path}: ${control}`),
  )
  expect(strange).toEqual([])
})
