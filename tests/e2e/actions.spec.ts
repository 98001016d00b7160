import type { Locator, Page } from '@playwright/test'
import { chooseMore } from '../support/choose-more.ts'
import { fillDesk, MONTH, strangers, take, type Seen } from '../support/action-walk.ts'
import { ACTION_IDS, action, type ActionId } from '../../src/admin/actions/registry.ts'
import { enterAfresh, isAsBefore, openBoxes, recordCalls, runAction } from '../support/action-run.ts'
import { go, settled } from '../support/box-walk.ts'
import { expect } from '../support/e2e.ts'
import { test } from '../support/signed-in.ts'

// A fresh blog, so that records of other tests are not walked through.
test.use({ ownBlog: { SMS_WEBHOOK_URL: 'http://127.0.0.1:9/sms' }, codeAhead: true })

type State = { at: string; before?: () => Promise<void>; there: Locator }
/** Actions to be done in one state of a screen, one after the other. */
type Doing = { at: string; before?: () => Promise<void>; there?: Locator; ids: ActionId[] }

/** The id of no account. */
const NOBODY = '00000000-0000-4000-8000-000000000000'

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
    {
      at: '/admin/activity?art=removal',
      // The key takes back the line that has the focus.
      before: () => page.locator('[data-row]').filter({ hasText: 'in den Papierkorb gelegt' }).focus(),
      there: button(page, /^Rückgängig: /).first(),
    },
    { at: `/admin/activity?person=${NOBODY}`, there: button(page, 'Alles zeigen') },
    {
      at: '/admin/activity/day?alles=true',
      there: page.getByRole('list', { name: 'Artikel dieses Tages', exact: true }),
    },
    { at: '/admin/comments', there: page.getByRole('heading', { name: 'Nichts wartet', exact: true }) },
    { at: '/admin/newsletter', there: page.getByRole('link', { name: 'System-Check öffnen', exact: true }) },
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

/** What is done to an inbox entry, by entry: most of it processes the entry. */
const INBOX: ActionId[][] = [
  ['inbox.rename', 'inbox.toggle'],
  ...(['inbox.link', 'inbox.research', 'inbox.task', 'inbox.article', 'inbox.remove'] as const).map((id) => [id]),
]

/** Run elsewhere: actions that need another address of the server, or a lost network. */
const ELSEWHERE: Partial<Record<ActionId, string>> = {
  'account.passkey': 'account-factors.spec.ts',
  'account.sign-in-passkey': 'account-factors.spec.ts',
  'waiting.send': 'offline-desk.spec.ts',
  // How many places differ depends on what was done to the text before.
  'compare.next': 'versions.spec.ts',
  'compare.previous': 'versions.spec.ts',
  // They lead from one remark to another.
  'remark.next': 'remarks.spec.ts',
  'remark.previous': 'remarks.spec.ts',
  // A suggestion takes somebody who made one.
  'suggestion.next': 'suggestions.spec.ts',
  'suggestion.previous': 'suggestions.spec.ts',
  'suggestion.accept': 'suggestions.spec.ts',
  'suggestion.refuse': 'suggestions.spec.ts',
  'suggestion.accept-all': 'suggestions.spec.ts',
  'suggestion.refuse-all': 'suggestions.spec.ts',
  // A comment takes a reader, and three seconds of reading.
  'comments.show': 'comments.spec.ts',
  'comments.hide': 'comments.spec.ts',
  'comments.answer': 'comments.spec.ts',
  'comments.remove': 'comments.spec.ts',
  'comments.unmark': 'comments.spec.ts',
  // A line that can be taken back takes something that was done.
  'activity.undo': 'activity.spec.ts',
}

test('[DESK-1] every action of the registry, chosen in the palette with its record open, does something', async ({
  open,
  rest,
  word,
  page,
}) => {
  await recordCalls(page)
  await open('/admin')
  const { published, draft, task, source, entry, picture } = await fillDesk(rest, word, page)
  const second = await rest.send<{ id: string }>('POST', '/api/tasks', { title: word })
  const entries = [entry]
  while (entries.length < INBOX.length)
    entries.push(await rest.send('POST', '/api/inbox', { title: word, url: `https://example.org/${entries.length}` }))
  // Two changed paragraphs, to step from one to the other.
  for (const content_markdown of ['Eins.\n\nMitte.\n\nDrei.', 'Anders.\n\nMitte.\n\nAuch anders.']) {
    const { version, slug } = await rest.send<{ version: number; slug: string }>('GET', `/api/articles/${published.id}`)
    const text = { title: word, slug, excerpt: '', content_markdown, cover_image_url: null, category_id: null }
    await rest.send('PUT', `/api/articles/${published.id}/working-copy`, { version, ...text })
  }
  const calendar = `/admin/calendar?month=${MONTH}`
  const dialog = page.getByRole('dialog')
  const bar = page.getByRole('toolbar', { name: 'Auswahl', exact: true })
  const badge = (kind: string, index = 0) => button(page, new RegExp(`^${word}, ${kind}`)).nth(index)
  const first = (locator: Locator) => () => locator.first().click()
  const mark = () => page.getByRole('checkbox').last().check({ force: true })
  const editor = `/admin/articles/${published.id}`
  const settings = (bereich: string, ...ids: ActionId[]): Doing => ({ at: `/admin/settings?bereich=${bereich}`, ids })
  const doings: Doing[] = [
    {
      at: '/admin',
      ids: [
        ...([
          'sidebar.toggle',
          'shortcuts.open',
          'help.open',
          'theme.light',
          'theme.dark',
          'theme.system',
          'site.open',
        ] as const),
        ...([
          'dashboard.picture',
          'dashboard.steps',
          'inbox.open',
          'dashboard.calendar',
          'article.new',
          'page.new',
        ] as const),
      ],
    },
    { at: '/admin/articles', ids: ['list.find', 'articles.template', 'articles.views', 'articles.replace'] },
    {
      at: '/admin/articles',
      before: mark,
      there: bar,
      ids: [
        ...(['articles.status', 'articles.category', 'articles.tags', 'articles.remove', 'articles.date'] as const),
        ...(['articles.unmark', 'articles.view', 'articles.duplicate'] as const),
      ],
    },
    {
      at: editor,
      there: button(page, 'Aktualisieren'),
      ids: [
        ...([
          'text.bold',
          'text.italic',
          'text.code',
          'text.heading',
          'text.list',
          'text.tasks',
          'text.quote',
        ] as const),
        ...([
          'text.undo',
          'text.image',
          'text.link',
          'text.commands',
          'text.find',
          'editor.cover',
          'editor.save',
        ] as const),
        ...([
          'editor.panel',
          'editor.outline',
          'editor.proof',
          'editor.check',
          'editor.pin',
          'editor.preview-link',
        ] as const),
        ...([
          'editor.template',
          'editor.view',
          'editor.schedule',
          'editor.review',
          'editor.discard',
          'editor.split',
          'editor.preview',
        ] as const),
        ...([
          'editor.remarks',
          'editor.writers',
          'editor.remark',
          'editor.suggestions',
          'editor.suggest',
          'editor.focus',
          'editor.newsletter',
          'editor.activity',
          'editor.revisions',
        ] as const),
      ],
    },
    { at: editor, there: button(page, 'Aktualisieren'), ids: ['editor.republish'] },
    { at: `/admin/articles/${draft.id}`, there: button(page, 'Veröffentlichen'), ids: ['editor.publish'] },
    { at: '/admin/editorial-plan', ids: ['task.new', 'task.template', 'board.limits', 'board.rows'] },
    {
      at: '/admin/editorial-plan',
      before: mark,
      there: bar,
      ids: ['board.move', 'board.assign', 'board.priority', 'board.due', 'board.remove', 'board.unmark'],
    },
    {
      at: `/admin/editorial-plan?aufgabe=${task.id}`,
      there: dialog,
      ids: ['task.keep', 'task.remove'],
    },
    {
      at: `/admin/editorial-plan?aufgabe=${second.id}`,
      there: dialog,
      ids: ['task.article'],
    },
    {
      at: calendar,
      there: badge('Deadline'),
      ids: [
        ...(['event.new', 'calendar.subscribe', 'calendar.planning', 'calendar.print', 'calendar.export'] as const),
        ...(['calendar.former', 'calendar.next', 'calendar.today'] as const),
      ],
    },
    {
      at: calendar,
      before: first(button(page, '17. Mai 2034, 1 Eintrag')),
      there: dialog,
      ids: ['calendar.plan'],
    },
    {
      at: calendar,
      before: () => badge('Deadline').click(),
      there: dialog,
      ids: ['entry.edit', 'entry.move', 'entry.select'],
    },
    { at: calendar, before: () => badge('Deadline', 1).click(), there: dialog, ids: ['entry.leave-out'] },
    { at: calendar, before: () => badge('Deadline').click(), there: dialog, ids: ['entry.remove'] },
    ...(['calendar.push', 'calendar.unmark', 'calendar.move-by', 'calendar.park'] as const).map((id) => ({
      at: calendar,
      before: async () => {
        await badge('Artikel geplant').click()
        await chooseMore(page, dialog, 'Auswählen')
      },
      there: bar,
      ids: [id],
    })),
    {
      at: calendar,
      before: () => badge('Artikel geplant', -1).click(),
      there: dialog,
      ids: ['entry.push', 'entry.park'],
    },
    { at: '/admin/research', ids: ['research.new'] },
    { at: `/admin/research?item=${source.id}`, there: dialog, ids: ['source.edit', 'source.remove'] },
    ...entries.map(({ id }, index) => ({
      at: `/admin/inbox?eintrag=${id}`,
      there: button(page, 'Erledigen'),
      ids: INBOX[index]!,
    })),
    { at: '/admin/media', ids: ['media.upload', 'media.all', 'media.unmark'] },
    { at: '/admin/media', before: mark, there: bar, ids: ['media.remove'] },
    {
      at: `/admin/media?bild=${picture.id}`,
      there: button(page, 'Bild ersetzen'),
      ids: ['picture.copy', 'picture.replace', 'picture.remove'],
    },
    { at: '/admin/link-library', ids: ['link.new'] },
    {
      at: '/admin/link-library',
      before: first(button(page, 'Link bearbeiten')),
      there: dialog,
      ids: ['link.copy', 'link.remove'],
    },
    { at: '/admin/prompt-library', ids: ['prompt.new'] },
    {
      at: '/admin/prompt-library',
      before: first(button(page, 'Prompt bearbeiten')),
      there: dialog,
      ids: ['prompt.copy', 'prompt.remove'],
    },
    { at: '/admin/integrations?tab=chrome', ids: ['extension.load'] },
    { at: '/admin/integrations?tab=rss', ids: ['feeds.opml-read', 'feeds.opml-save', 'feeds.fetch'] },
    { at: `/admin/activity?person=${NOBODY}`, ids: ['activity.clear'] },
    settings('autoren', 'author.new'),
    settings('kategorien', 'category.new'),
    settings('schlagwoerter', 'tag.new'),
    settings('weiterleitungen', 'redirect.new'),
    settings('export', 'export.save'),
    settings('import', 'import.choose'),
    // Publishing again ends behind the answer of the server.
    { at: editor, there: button(page, 'Aktualisieren'), ids: ['editor.withdraw'] },
    { at: '/admin/system-check', ids: ['system.check'] },
    settings('sicherung', 'backup.schedule', 'backup.make'),
    {
      at: '/admin/account',
      ids: [
        ...([
          'account.name',
          'account.email',
          'account.password',
          'account.app',
          'account.phone',
          'account.data',
        ] as const),
        ...(['account.sessions', 'account.remove', 'account.notices', 'session.end'] as const),
      ],
    },
  ]
  const idle: string[] = []
  for (const { at, before, there, ids } of doings) {
    const enter = async () => {
      await enterAfresh(page, at)
      await before?.()
      await there?.first().waitFor()
      return openBoxes(page)
    }
    let boxes = 0
    let isThere = false
    for (const id of ids) {
      if (!isThere) boxes = await enter()
      if ((await runAction(page, id)) === null) idle.push(id)
      isThere = await isAsBefore(page, at, boxes)
      if (isThere && there) isThere = there !== dialog && (await there.first().isVisible())
    }
  }
  expect(idle).toEqual([])
  const done = new Set(doings.flatMap(({ ids }) => ids))
  // Those that only lead somewhere: registry.test.ts knows their screens.
  const isDue = (id: ActionId) => !action(id).keysOnly && !/^(?:go|settings)\./.test(id) && !(id in ELSEWHERE)
  expect(ACTION_IDS.filter((id) => isDue(id) && !done.has(id))).toEqual([])
})
