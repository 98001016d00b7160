import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { chip, text, title } from '../support/editor.ts'
import { keyboard, touch, type Hands } from '../support/hands.ts'
import type { Rest } from '../support/rest.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

type Given = { page: Page; rest: Rest; word: string; id: string }
/** One task of docs/tasks.md, where its bounds stand. */
type Task = {
  name: string
  /** Where it begins; `{id}` is that of what was given. */
  at: string
  /** What is there before: a record, whose id it tells. */
  given?: (given: Omit<Given, 'id'>) => Promise<{ id: string }>
  run: (hands: Hands, given: Given) => Promise<void>
  done: (given: Given) => Promise<void>
}

const named = (
  page: Page,
  role: 'button' | 'link' | 'checkbox' | 'combobox' | 'searchbox' | 'tab',
  name: string | RegExp,
) => page.getByRole(role, typeof name === 'string' ? { name, exact: true } : { name })
const dialog = (page: Page) => page.getByRole('dialog')
const label = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const post =
  (path: string, body: (word: string) => object) =>
  ({ rest, word }: Omit<Given, 'id'>) =>
    rest.send<{ id: string }>('POST', `/api/${path}`, body(word))
const article = post('articles', (word) => ({
  title: `Artikel ${word}`,
  content_markdown: `## Anfang\n\nVon ${word}.`,
}))
const task = post('tasks', (word) => ({ title: `Aufgabe ${word}` }))
const entry = post('inbox', (word) => ({ title: `Idee ${word}` }))
const articleOf = ({ rest, id }: Given) => rest.getArticle(id)
const is = (ask: () => Promise<unknown>, wanted: Record<string, unknown> | string | number | null) =>
  typeof wanted === 'object' && wanted !== null ? expect.poll(ask).toMatchObject(wanted) : expect.poll(ask).toBe(wanted)
const listed = async ({ rest, word }: Given, path: string) =>
  (await rest.send<{ items: { title?: string; name?: string }[] }>('GET', `/api/${path}`)).items.filter((one) =>
    JSON.stringify(one).includes(word),
  ).length
const isThere = (path: string) => (given: Given) => is(() => listed(given, path), 1)

const SCREENS: [string, string, string][] = [
  ['Dashboard', 'g d', '/admin'],
  ['Artikel', 'g a', '/admin/articles'],
  ['Kalender', 'g k', '/admin/calendar'],
  ['Redaktionsplan', 'g r', '/admin/editorial-plan'],
  ['Recherche', 'g q', '/admin/research'],
  ['Inbox', 'g i', '/admin/inbox'],
  ['Medien', 'g m', '/admin/media'],
  ['Link-Datenbank', 'g l', '/admin/link-library'],
  ['Prompt-Datenbank', 'g p', '/admin/prompt-library'],
  ['Einstellungen', 'g e', '/admin/settings'],
  ['System-Check', 'g s', '/admin/system-check'],
]
const goTo = ([screen, key, path]: [string, string, string]): Task => ({
  name: `${screen} öffnen`,
  at: screen === 'Dashboard' ? '/admin/account' : '/admin',
  run: (hands) => hands.go(screen, key),
  done: ({ page }) => expect(page).toHaveURL(path),
})
const SECTIONS = [
  'Website',
  'Aussehen',
  'Seiten',
  'Kategorien',
  'Schlagwörter',
  'Weiterleitungen',
  'Export',
  'Import',
  'Sicherung',
  'Papierkorb',
]
const toSection = (section: string): Task => ({
  name: `Einstellungen: ${section} aufschlagen`,
  at: '/admin',
  run: (hands) => hands.act(section.toLowerCase()),
  done: ({ page }) => expect(page).toHaveURL(/\/admin\/settings\?bereich=/),
})
const create = (name: string, at: string, fields: Record<string, (word: string) => string>, path: string): Task => ({
  name,
  at: '/admin',
  run: async (hands, { page, word }) => {
    await hands.act(at)
    for (const [field, words] of Object.entries(fields))
      await hands.write(label(dialog(page).page(), field), words(word))
    await hands.send(dialog(page).locator('form'))
  },
  done: isThere(path),
})
const withTitle = (word: string) => `Neu ${word}`

const SUBJECTS: Record<string, Task[]> = {
  Wege: [
    ...SCREENS.map(goTo),
    {
      name: 'Das eigene Konto öffnen',
      at: '/admin',
      run: (hands) => hands.act('eigenes → Eigenes Konto'),
      done: ({ page }) => expect(page).toHaveURL('/admin/account'),
    },
    {
      name: 'Das Handbuch zur Ansicht aufschlagen',
      at: '/admin/inbox',
      run: (hands) => hands.act('handbuch → Hilfe zu dieser Ansicht'),
      done: ({ page }) =>
        expect(
          page
            .getByRole('complementary', { name: 'Handbuch', exact: true })
            .or(page.getByRole('dialog', { name: 'Handbuch', exact: true })),
        ).toBeVisible(),
    },
    {
      name: 'Alle Tasten ansehen',
      at: '/admin',
      run: (hands) => hands.act('alle tasten'),
      done: ({ page }) => expect(page.getByRole('dialog', { name: 'Tastenkürzel', exact: true })).toBeVisible(),
    },
    {
      name: 'Das helle Design wählen',
      at: '/admin',
      run: (hands) => hands.act('hell → Design: Hell'),
      done: ({ page }) => expect(page.locator('html')).toHaveAttribute('data-theme', 'light'),
    },
    {
      name: 'Einen Artikel über die Suche öffnen',
      at: '/admin',
      given: article,
      run: (hands, { word }) => hands.act(word),
      done: ({ page, id }) => expect(page).toHaveURL(new RegExp(`/admin/articles/${id}`)),
    },
    {
      name: 'Eine Aufgabe über die Suche öffnen',
      at: '/admin',
      given: task,
      run: (hands, { word }) => hands.act(word),
      done: ({ page, word }) => expect(label(page, 'Titel')).toHaveValue(`Aufgabe ${word}`),
    },
  ],
  Einstellungen: [
    ...SECTIONS.map(toSection),
    {
      name: 'Eine Kategorie anlegen',
      at: '/admin/settings?bereich=kategorien',
      run: async (hands, { page, word }) => {
        await hands.use(named(page, 'button', 'Neue Kategorie'))
        await hands.write(label(page, 'Name'), `Rubrik ${word}`)
        await hands.use(named(page, 'button', 'Anlegen'))
      },
      done: ({ rest, word }) =>
        is(
          async () => (JSON.stringify(await rest.send('GET', '/api/categories')).includes(`Rubrik ${word}`) ? 1 : 0),
          1,
        ),
    },
    {
      name: 'Ein Schlagwort anlegen',
      at: '/admin/settings?bereich=schlagwoerter',
      run: async (hands, { page, word }) => {
        await hands.use(named(page, 'button', 'Neues Schlagwort'))
        await hands.write(label(page, 'Name'), `Tag ${word}`)
        await hands.use(named(page, 'button', 'Anlegen'))
      },
      done: ({ rest, word }) =>
        is(async () => (JSON.stringify(await rest.send('GET', '/api/tags')).includes(`Tag ${word}`) ? 1 : 0), 1),
    },
    {
      name: 'Den Titel der Website ändern',
      at: '/admin/settings',
      run: async (hands, { page, word }) => {
        await hands.write(label(page, 'Titel der Website'), `Blog ${word}`)
        await hands.use(named(page, 'button', 'Speichern'))
      },
      done: ({ rest, word }) => is(() => rest.send('GET', '/api/settings'), { site_title: `Blog ${word}` }),
    },
  ],
  Anlegen: [
    {
      name: 'Einen Artikel anlegen und schreiben',
      at: '/admin',
      run: async (hands, { page, word }) => {
        await hands.act('neuer artikel')
        await hands.write(title(page), `Neu ${word}`)
        await hands.write(text(page), 'Erste Zeile.')
      },
      done: async (given) => {
        await expect(chip(given.page)).toHaveText('gespeichert')
        await isThere('articles?limit=50')(given)
      },
    },
    {
      name: 'Eine Seite anlegen',
      at: '/admin',
      run: async (hands, { page, word }) => {
        await hands.act('neue seite')
        await hands.write(title(page), `Neu ${word}`)
      },
      done: ({ page }) => expect(chip(page)).toHaveText('gespeichert'),
    },
    create('Eine Aufgabe anlegen', 'neue aufgabe', { Titel: withTitle }, 'tasks'),
    create('Ein Ereignis anlegen', 'neues ereignis', { Titel: withTitle, Beginn: () => '17.03.2033 09:00' }, 'events'),
    create('Ein Recherche-Element anlegen', 'neues element', { Titel: withTitle }, 'research'),
    create('Einen Link aufnehmen', 'neuer link', { Titel: withTitle, URL: () => 'https://a.example' }, 'links'),
    create('Einen Prompt anlegen', 'neuer prompt', { Titel: withTitle, Inhalt: () => 'Fasse zusammen' }, 'prompts'),
    {
      name: 'Eine Idee festhalten',
      at: '/admin',
      run: async (hands, { page, word }) => {
        await hands.act('in die inbox')
        await hands.write(label(page, 'Idee oder Link festhalten'), `Neu ${word}`)
        await hands.send(page.locator('form').filter({ has: label(page, 'Idee oder Link festhalten') }))
      },
      done: isThere('inbox'),
    },
  ],
  Artikel: [
    {
      name: 'Einen Artikel veröffentlichen',
      at: '/admin/articles/{id}',
      given: article,
      run: (hands) => hands.act('status', 'veröffentlicht'),
      done: (given) => is(() => articleOf(given), { status: 'published' }),
    },
    {
      name: 'Einen Artikel zurückziehen',
      at: '/admin/articles/{id}',
      given: post('articles', (word) => ({ title: `Artikel ${word}`, content_markdown: 'x', status: 'published' })),
      run: (hands) => hands.act('status', 'entwurf'),
      done: (given) => is(() => articleOf(given), { status: 'draft' }),
    },
    {
      name: 'Einem Artikel eine Kategorie geben',
      at: '/admin/articles/{id}',
      given: async (given) => {
        await post('categories', (word) => ({ name: `Rubrik ${word}` }))(given)
        return article(given)
      },
      run: (hands, { word }) => hands.act('verschieben', word),
      done: (given) => is(() => articleOf(given), { category: { name: `Rubrik ${given.word}` } }),
    },
    {
      name: 'Einem Artikel ein Schlagwort geben',
      at: '/admin/articles/{id}',
      given: async (given) => {
        await post('tags', (word) => ({ name: `Tag ${word}` }))(given)
        return article(given)
      },
      run: (hands, { word }) => hands.act('schlagwort setzen', word),
      done: (given) => is(async () => (await articleOf(given)).tags.length, 1),
    },
    {
      name: 'Die Vorschau ansehen',
      at: '/admin/articles/{id}',
      given: article,
      run: (hands) => hands.act('vorschau'),
      done: ({ page, word }) => expect(page.getByText(`Von ${word}.`, { exact: true }).last()).toBeVisible(),
    },
    {
      name: 'Die Angaben eines Artikels aufschlagen und den Auszug schreiben',
      at: '/admin/articles/{id}',
      given: article,
      run: async (hands, { page }) => {
        // In a wide window they are open with the article.
        if ((page.viewportSize()?.width ?? 0) < 1440) await hands.act('angaben')
        await hands.write(label(page, 'Auszug'), 'Kurz gesagt')
      },
      done: (given) => is(() => articleOf(given), { excerpt: 'Kurz gesagt' }),
    },
    {
      name: 'Einen Artikel weiterschreiben',
      at: '/admin/articles/{id}',
      given: article,
      run: (hands, { page }) => hands.write(text(page), 'Ganz neu.'),
      done: (given) => is(() => articleOf(given), { content_markdown: 'Ganz neu.' }),
    },
    {
      name: 'Die Artikelliste durchsuchen',
      at: '/admin/articles',
      given: article,
      run: (hands, { page, word }) => hands.write(named(page, 'searchbox', 'Artikel durchsuchen...').first(), word),
      done: ({ page }) =>
        expect(page.getByRole('list', { name: 'Artikel', exact: true }).getByRole('listitem')).toHaveCount(1),
    },
    {
      name: 'Einen Artikel aus der Liste öffnen',
      at: '/admin/articles?q={word}',
      given: article,
      run: (hands, { page, word }) => hands.use(named(page, 'link', `Artikel ${word}`)),
      done: ({ page, id }) => expect(page).toHaveURL(new RegExp(`/admin/articles/${id}`)),
    },
    {
      name: 'Einen gelöschten Artikel zurückholen',
      at: '/admin/settings?bereich=papierkorb',
      given: async (given) => {
        const made = await article(given)
        await given.rest.send('DELETE', `/api/articles/${made.id}`)
        return made
      },
      run: (hands, { page, word }) =>
        hands.use(
          page
            .getByRole('listitem')
            .filter({ hasText: word })
            .getByRole('button', { name: /wiederherstellen/i }),
        ),
      done: (given) => is(() => listed(given, 'articles?limit=50'), 1),
    },
  ],
  Planen: [
    {
      name: 'Einen Monat weiterblättern',
      at: '/admin/calendar?month=2033-03',
      run: (hands) => hands.act('im kalender weiter'),
      done: ({ page }) => expect(page.getByText(/April 2033/).first()).toBeVisible(),
    },
    {
      name: 'Einen Monat zurückblättern',
      at: '/admin/calendar?month=2033-03',
      run: (hands) => hands.act('im kalender zurück'),
      done: ({ page }) => expect(page.getByText(/Februar 2033|Feb\.? 2033/).first()).toBeVisible(),
    },
    {
      name: 'Eine Aufgabe umbenennen',
      at: '/admin/editorial-plan?aufgabe={id}',
      given: task,
      run: async (hands, { page, word }) => {
        await hands.write(label(page, 'Titel'), `Anders ${word}`)
        await hands.use(dialog(page).getByRole('button', { name: 'Speichern', exact: true }))
      },
      done: ({ rest, id, word }) => is(() => rest.send('GET', `/api/tasks/${id}`), { title: `Anders ${word}` }),
    },
    {
      name: 'Eine Karte in eine andere Spalte legen',
      at: '/admin/editorial-plan?aufgabe={id}',
      given: task,
      run: async (hands, { page }) => {
        await hands.choose(dialog(page).getByRole('combobox', { name: 'Status', exact: true }), 'Bereit')
        await hands.use(dialog(page).getByRole('button', { name: 'Speichern', exact: true }))
      },
      done: ({ rest, id }) => is(() => rest.send('GET', `/api/tasks/${id}`), { status: 'ready' }),
    },
    {
      name: 'Einer Aufgabe Vorrang geben',
      at: '/admin/editorial-plan?aufgabe={id}',
      given: task,
      run: async (hands, { page }) => {
        await hands.choose(dialog(page).getByRole('combobox', { name: 'Priorität', exact: true }), 'Hoch')
        await hands.use(dialog(page).getByRole('button', { name: 'Speichern', exact: true }))
      },
      done: ({ rest, id }) => is(() => rest.send('GET', `/api/tasks/${id}`), { priority: 'high' }),
    },
    {
      name: 'Einer Aufgabe einen Punkt geben und abhaken',
      at: '/admin/editorial-plan?aufgabe={id}',
      given: task,
      run: async (hands, { page }) => {
        await hands.write(label(page, 'Punkt hinzufügen'), 'Rückruf')
        await page.keyboard.press('Enter')
        // It stands above the field one is in: back, not once around the screen and past everybody's cards.
        const box = named(page, 'checkbox', 'Rückruf')
        await expect(box).toBeVisible()
        for (let steps = 0; steps < 3 && !(await box.evaluate((it) => it === document.activeElement)); steps += 1)
          if (!(await hands.key('Shift+Tab'))) break
        await hands.use(box)
      },
      done: ({ page }) => expect(named(page, 'checkbox', 'Rückruf')).toBeChecked(),
    },
    {
      name: 'Zu einer Aufgabe etwas notieren',
      at: '/admin/editorial-plan?aufgabe={id}',
      given: task,
      run: (hands, { page }) => hands.write(label(page, 'Notizen'), 'Pressestelle fragen'),
      done: ({ rest, id }) => is(() => rest.send('GET', `/api/tasks/${id}`), { notes: 'Pressestelle fragen' }),
    },
    {
      name: 'Aus einer Aufgabe einen Artikel machen',
      at: '/admin/editorial-plan?aufgabe={id}',
      given: task,
      run: (hands, { page }) => hands.use(dialog(page).getByRole('button', { name: 'Artikel daraus', exact: true })),
      done: (given) => is(() => listed(given, 'articles?limit=50'), 1),
    },
  ],
  Sammeln: [
    {
      name: 'Einen Eintrag der Inbox erledigen',
      at: '/admin/inbox',
      given: entry,
      run: (hands, { page, word }) => hands.use(named(page, 'button', `Als erledigt markieren: Idee ${word}`)),
      done: ({ rest, id }) => is(() => rest.send('GET', `/api/inbox/${id}`), { status: 'processed' }),
    },
    ...(
      [
        ['Aufgabe', 'eine Aufgabe', 'tasks', 't'],
        ['Recherche-Element', 'ein Recherche-Element', 'research', 'r'],
      ] as const
    ).map(([what, words, path, key]): Task => ({
      name: `Aus einem Eintrag ${words} machen`,
      at: '/admin/inbox',
      given: entry,
      run: async (hands, { page, word }) => {
        const make = page
          .getByRole('list', { name: 'Daraus machen', exact: true })
          .getByRole('button', { name: what, exact: true })
        await hands.goTo(named(page, 'button', `Idee ${word}`).first())
        if (!(await hands.key(key))) await hands.use(make)
      },
      done: isThere(path),
    })),
    {
      name: 'Einen Eintrag der Inbox löschen',
      at: '/admin/inbox',
      given: entry,
      run: async (hands, { page, word }) => {
        await hands.goTo(named(page, 'button', `Idee ${word}`).first())
        if (!(await hands.key('Delete'))) await hands.use(named(page, 'button', 'Löschen').first())
        await hands.use(page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }))
      },
      done: ({ page }) => expect(toast(page, 'Eintrag gelöscht')).toBeVisible(),
    },
    ...(
      [
        ['Recherche durchsuchen', '/admin/research', 'research', 'Recherche durchsuchen...'],
        ['Prompts durchsuchen', '/admin/prompt-library', 'prompts', 'Prompts durchsuchen...'],
      ] as const
    ).map(([name, at, path, field]): Task => ({
      name,
      at,
      given: post(path, (word) => ({ title: `Fund ${word}`, url: 'https://a.example', content: 'x' })),
      run: (hands, { page, word }) => hands.write(named(page, 'searchbox', field).first(), word),
      done: ({ page, word }) =>
        expect(
          page
            .getByRole('listitem')
            .filter({ hasText: `Fund ${word}` })
            .first(),
        ).toBeVisible(),
    })),
  ],
}

/** The table of docs/tasks.md: what a task may take at most. */
const BOUNDS = new Map(
  readFileSync(join(import.meta.dirname, '../../docs/tasks.md'), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, name, keys, touches] = /^\| *\d+ \| `(.+?)` *\| *(\d+) \| *(\d+) \|$/.exec(line) ?? []
      return name ? [[name, { keys: Number(keys), touches: Number(touches) }] as const] : []
    }),
)

test('[DESK-15] the sixty tasks of docs/tasks.md are those that are done here', () => {
  const names = Object.values(SUBJECTS)
    .flat()
    .map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(60)
  expect([...BOUNDS.keys()].toSorted()).toEqual(names.toSorted())
})

const HANDS = [
  { by: 'keys', words: 'by keyboard alone at 1440 px', make: keyboard, use: {} },
  {
    by: 'touches',
    words: 'by touch at 360 px',
    make: touch,
    use: { viewport: { width: 360, height: 740 }, hasTouch: true },
  },
] as const

for (const hands of HANDS)
  test.describe(hands.words, () => {
    test.use(hands.use)
    for (const [subject, tasks] of Object.entries(SUBJECTS))
      test(`[DESK-15] ${subject}`, async ({ open, page, rest, word }) => {
        const faults: string[] = []
        for (const [index, { name, at, given, run, done }] of tasks.entries())
          await test.step(name, async () => {
            const own = `${word}${String.fromCharCode(97 + index)}x`
            const around = { page, rest, word: own }
            const all = { ...around, id: (await given?.(around))?.id ?? '' }
            await open(at.replace('{id}', all.id).replace('{word}', own))
            const hand = hands.make(page)
            try {
              await run(hand, all)
              await done(all)
            } catch (error) {
              faults.push(`${name}: ${String(error).slice(0, 600)}`)
            }
            console.log(`${hands.by}\t${hand.counted()}\t${name}`)
            if (hand.counted() > (BOUNDS.get(name)?.[hands.by] ?? 0))
              faults.push(`${name}: ${hand.counted()} ${hands.by}`)
          })
        expect(faults).toEqual([])
      })
  })
