import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { NOUNS } from '../../nouns/nouns.ts'
import { SCREEN_NOUNS } from '../../nouns/registries.ts'
import { isAdminPath } from '../../nouns/admin-paths.ts'
import { foundActions } from '../shell/palette/found-actions.ts'
import { isChord, isSingle, keyWords } from './keys.ts'
import { placesOf } from './routes.ts'
import { ACTION_IDS, action, ACTIONS, PLACES, type ActionId } from './registry.ts'

const ADMIN = join(import.meta.dirname, '..')
/** What draws, hears keys or leads somewhere: every source of the admin beside the registry itself. */
const sources = readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !path.startsWith('actions/'))
  .map((path) => ({ path, text: readFileSync(join(ADMIN, path), 'utf8') }))
const textOf = (path: string) => sources.find((one) => one.path === path)?.text ?? ''
const allWords = new Set(ACTION_IDS.map((id) => action(id).words))

const press = (key: string, held: { ctrlKey?: boolean; shiftKey?: boolean; altKey?: boolean } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
})

describe('every action of the admin is one of the registry', () => {
  test('screens: every address of the router that needs no record', () => {
    const paths = [...textOf('router.tsx').matchAll(/(?:path: |screen\(\s*)'(\/[a-z-]*)'/g)]
      .map(([, path]) => path!)
      .filter((path) => path !== '/admin' && path !== '/auth')
    expect(paths.length).toBeGreaterThan(10)
    const known = new Set(ACTION_IDS.map((id) => action(id).to?.to))
    expect(paths.filter((path) => !known.has(`/admin${path === '/' ? '' : path}`))).toEqual([])
  })

  test('[RUL-41] the server knows every address of the router, and answers 404 to others', () => {
    const routes = [...textOf('router.tsx').matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path!.replace('$id', 'x'))
    const known = routes.filter((path) => !['/admin', '/auth'].includes(path)).map((path) => `/admin${path}`)
    expect(known.length).toBeGreaterThan(15)
    expect(known.filter((path) => !isAdminPath(path))).toEqual([])
  })

  test('[DESK-1] what leads to a screen leads to an address of the router', () => {
    const paths = new Set(
      [...textOf('router.tsx').matchAll(/(?:path: |screen\(\s*)'(\/[^']*)'/g)].map(([, path]) => `/admin${path}`),
    )
    const targets = ACTION_IDS.map((id) => action(id).to?.to).filter((to) => to !== undefined && to !== '/admin')
    expect(targets.length).toBeGreaterThan(30)
    expect(targets.filter((to) => !paths.has(to!))).toEqual([])
  })

  test('places of the settings, under the words of their tab', () => {
    const groups =
      /const GROUPS = \{([^]*?)\n\} as const/.exec(textOf('screens/settings/settings-screen.tsx'))?.[1] ?? ''
    const tabs = [...groups.matchAll(/(\w+): '([^']+)'/g)].map(([, section, words]) => `${section}: ${words}`)
    expect(tabs.length).toBeGreaterThan(9)
    const known = ACTION_IDS.filter((id) => action(id).on === 'settings').map(
      (id) => `${action(id).to?.search?.bereich}: ${action(id).words}`,
    )
    expect(known.toSorted()).toEqual(tabs.toSorted())
  })

  test('keys: nobody compares a letter or writes a chord that the registry does not know', () => {
    const known = new Set(ACTION_IDS.flatMap((id) => action(id).keys ?? []).map((keys) => keys.toLowerCase()))
    const strange: string[] = []
    for (const { path, text } of sources) {
      // Keys of the text, as CodeMirror takes them.
      for (const [, chord] of text.matchAll(/(?:own\(|key: )'((?:Mod|Meta)-[^']+)'/g)) {
        const spelled = chord!
          .replaceAll(/-(?=.)/g, '+')
          .replace('Meta', 'Mod')
          .toLowerCase()
        // Bold once more with Shift: browsers take the other for themselves here and there.
        if (!known.has(spelled) && spelled !== 'mod+shift+b') strange.push(`${path}: ${chord}`)
      }
      // Single characters that have a listener.
      for (const [, key] of text.matchAll(/\bkey(?:\.toLowerCase\(\))? (?:===|!==) '([^'\s]|[a-z])'/g))
        if (![...known].some((keys) => keys.split(/[+ ]/).at(-1) === key)) strange.push(`${path}: ${key}`)
      // Shortcuts in words beside a control.
      for (const [, words] of text.matchAll(/shortcut(?:=|: )["']([^"']+)["']/g))
        if (!NAMED_ANYWAY.has(words!)) strange.push(`${path}: ${words}`)
      for (const [, words] of text.matchAll(/<Kbd>((?:Strg|[A-Z])[^<{]*)<\/Kbd>/g))
        if (!NAMED_ANYWAY.has(words!)) strange.push(`${path}: ${words}`)
    }
    expect(strange).toEqual([])
  })

  test('the one action of each screen’s title line', () => {
    const missing: string[] = []
    for (const { path, text } of sources) {
      for (const [, rest = ''] of text.matchAll(/look=(?:"primary"|\{[^}]*'primary'\})([\s\S]{0,400}?)<\/Button/g)) {
        if (!/^screens\/[a-z-]+\/[a-z-]+-screen\.tsx$/.test(path)) continue
        const words = /aria-label="([^"]+)"/.exec(rest)?.[1] ?? />\s*([A-ZÄÖÜ][^<{\n]*)\s*$/.exec(rest)?.[1]?.trim()
        if (words && !allWords.has(words)) missing.push(`${path}: ${words}`)
      }
    }
    expect(missing.filter((one) => !IN_A_NOTICE.test(one))).toEqual([])
  })

  test('menus: every entry is an action, or belongs to the one record whose menu it is', () => {
    const strange: string[] = []
    const seen = new Set<string>()
    for (const { path, text } of sources) {
      if (path.startsWith('ui/')) continue
      for (const [, inner = ''] of text.matchAll(/<MenuItem\b[\s\S]{0,600}?>\n?\s*([^<>=]+?)\s*<\/MenuItem>/g)) {
        // Words that stand in the source; names of records and values are no actions of their own.
        const words = inner.startsWith('{')
          ? [...inner.matchAll(/'([A-ZÄÖÜ][^']*)'/g)].map(([, each]) => each!)
          : [inner.replaceAll(/\s+/g, ' ').trim()].filter((each) => each !== '')
        for (const each of words) {
          if (allWords.has(each)) continue
          const known = OF_ONE_RECORD[path]?.[each]
          if (known === undefined) strange.push(`${path}: ${each}`)
          else seen.add(`${path}: ${each}`)
        }
      }
    }
    expect(strange).toEqual([])
    // Nothing is listed that is not there, and what it says the registry does is in the registry.
    const listed = Object.entries(OF_ONE_RECORD).flatMap(([path, entries]) =>
      Object.keys(entries).map((each) => `${path}: ${each}`),
    )
    expect(listed.toSorted()).toEqual([...seen].toSorted())
    const same = Object.values(OF_ONE_RECORD).flatMap((entries) => Object.values(entries))
    expect(same.filter((id) => id !== OPENED && !(ACTION_IDS as string[]).includes(id))).toEqual([])
  })

  test('tools of the text are actions; those of a table or picture at the cursor are commands of the text', () => {
    const tools = [...textOf('screens/articles/editor/bars/tool-row.tsx').matchAll(/\{ tool: '[^']+', label: [^}]*\}/g)]
    expect(tools.length).toBeGreaterThan(8)
    const actions = tools.map(([each]) => /does: '([^']+)'/.exec(each)?.[1])
    expect(actions.filter((id) => !id || !(ACTION_IDS as string[]).includes(id))).toEqual([])
    // `Befehle` (Strg /) has all of them, by the same ids.
    const commands = new Set(
      [...textOf('writing/editor-view/tables/table-commands.ts').matchAll(/id: '([^']+)'/g)].map(([, id]) => id),
    )
    const ofTables = [...textOf('writing/editor-view/tables/table-tools.ts').matchAll(/tool: '([^']+)'/g)].map(
      ([, id]) => id!,
    )
    expect(ofTables.length).toBeGreaterThan(10)
    expect(ofTables.filter((id) => !commands.has(id))).toEqual([])
    const onPhones = [...textOf('screens/articles/editor/bars/table-tool-row.tsx').matchAll(/tool: '([^']+)'/g)]
    expect(onPhones.map(([, id]) => id!).filter((id) => !commands.has(id) && !['behind', 'more'].includes(id))).toEqual(
      [],
    )
  })

  test('what can be done with selected articles is an action for what is selected', () => {
    const bar = textOf('screens/articles/bulk-bar.tsx')
    const buttons = [...bar.matchAll(/<BarButton[\s\S]{0,300}?>\s*([A-ZÄÖÜ][^<{]*?)\s*<\/BarButton>/g)].map(
      ([, each]) => each!,
    )
    expect(buttons.toSorted()).toEqual(Object.keys(OF_SELECTED).toSorted())
    expect(Object.values(OF_SELECTED).filter((id) => !(ACTION_IDS as string[]).includes(id))).toEqual([])
  })

  test('what is offered is an action, and what an action needs is offered', () => {
    const offered = new Set(
      sources.flatMap(({ text }) => [...text.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, id]) => id!)),
    )
    const done = (id: ActionId) => action(id).to !== undefined || action(id).keysOnly === true || offered.has(id)
    expect(ACTION_IDS.filter((id) => !done(id))).toEqual([])
  })
})

/**
 * Entries of a menu that stands in the row of one record: the registry acts on what is selected or open, so it names the action that
 * does the same there; where there is none, one opens the record first.
 */
const OPENED = 'the record itself'
const OF_ONE_RECORD: Record<string, Record<string, ActionId | typeof OPENED>> = {
  'screens/articles/article-row.tsx': { Löschen: 'articles.remove' },
  'screens/articles/bulk-bar.tsx': { 'Ohne Kategorie': 'articles.category' },
  'screens/articles/editor/bars/editor-foot.tsx': { 'Noch keine Überschriften': 'editor.outline' },
  'screens/articles/editor/remarks/remark-card.tsx': { Löschen: OPENED },
  'screens/articles/editor/bars/editor-more.tsx': { 'Ohne Vorschau daneben': 'editor.split' },
  'screens/editorial-plan/column-tabs.tsx': { 'Nicht mehr auswählen': 'board.mark' },
  'screens/inbox/inbox-rows.tsx': { Löschen: 'inbox.remove' },
  'screens/link-library/link-rows.tsx': { Bearbeiten: OPENED, Löschen: 'link.remove' },
  'screens/settings/backups/backups-section.tsx': { Hineinsehen: OPENED, Herunterladen: OPENED },
  'screens/settings/users-section.tsx': { Sperren: OPENED },
  'screens/settings/pages-section.tsx': { 'Nach oben': OPENED, 'Nach unten': OPENED, Löschen: OPENED },
}
/** The bar of selected articles. A date for several is set where one sees them, in the list. */
const OF_SELECTED: Record<string, ActionId> = {
  Status: 'articles.status',
  Kategorie: 'articles.category',
  Schlagwörter: 'articles.tags',
  Datum: 'articles.date',
  Löschen: 'articles.remove',
}

/** Chords that stand beside a control of their own dialog or field, and act in it alone. */
const NAMED_ANYWAY = new Set(['Esc', 'Tab', 'Strg ↵', 'J', 'K', 'E', 'A', 'Entf'])
/** Buttons of states that somebody meets once: nobody looks for them in a palette. */
const IN_A_NOTICE = /(not-found|Wiederherstellen|Erneut|Als neuen)/

describe('the registry', () => {
  test('has no key twice in one place', () => {
    for (const place of Object.keys(PLACES)) {
      const keys = ACTION_IDS.filter((id) => action(id).on === place).flatMap((id) => action(id).keys ?? [])
      expect({ place, keys: keys.toSorted() }).toEqual({ place, keys: [...new Set(keys)].toSorted() })
    }
  })

  test('shows the keys of a screen, those of all screens behind them', () => {
    expect(placesOf('/admin/articles')).toEqual(['articles', 'lists', 'find', 'everywhere', 'screens'])
    expect(placesOf('/admin/articles/0191')).toContain('text')
    expect(placesOf('/admin')).toContain('dashboard')
    for (const place of placesOf('/admin/inbox')) expect(PLACES[place]).toBeTruthy()
  })

  test('[DESK-3] each screen names its own keys: lists that are walked, fields that are found, grids, days and cards', () => {
    const keysAt = (path: string) =>
      new Set(placesOf(path).flatMap((place) => ACTION_IDS.filter((id) => action(id).on === place && action(id).keys)))
    for (const [path, ids] of Object.entries({
      '/admin/articles': ['list.move', 'list.find', 'articles.mark'],
      '/admin/inbox': ['list.move', 'inbox.toggle'],
      '/admin/media': ['list.move', 'list.find', 'media.walk', 'picture.remove'],
      '/admin/prompt-library': ['list.move', 'list.find'],
      '/admin/calendar': ['calendar.walk'],
      '/admin/editorial-plan': ['board.walk', 'board.carry', 'board.mark'],
      '/admin/articles/0191': ['text.enter', 'text.leave'],
    } satisfies Record<string, ActionId[]>))
      for (const id of ids) expect([path, id, keysAt(path).has(id)]).toEqual([path, id, true])
    expect([...keysAt('/admin/activity')]).toEqual(expect.arrayContaining(['activity.undo', 'list.move']))
    for (const path of ['/admin', '/admin/newsletter', '/admin/settings', '/admin/account', '/admin/integrations'])
      expect([path, keysAt(path).has('list.move')]).toEqual([path, true])
    // Every key is named somewhere.
    const screens = [
      '',
      'activity',
      'comments',
      ...SCREEN_NOUNS.map((noun) => NOUNS[noun].screen.path.slice('/admin/'.length)),
      'articles/1',
    ]
    const named = new Set(screens.flatMap((path) => [...keysAt(`/admin/${path}`)]))
    expect(ACTION_IDS.filter((id) => action(id).keys && !named.has(id))).toEqual([])
    // What a screen does not hear it does not name.
    expect(keysAt('/admin/inbox').has('list.find')).toBe(false)
  })

  test('[DESK-1] the palette knows every action but those that only move, mark or open it', () => {
    const hidden = ACTION_IDS.filter((id) => action(id).keysOnly)
    const moves =
      /^(?:palette\.open|list\.(?:move|open)|\w+\.mark(?:-to)?|\w+\.walk(?:-months)?|board\.carry(?:-on)?|text\.(?:enter|leave|paste-plain))$/
    expect(hidden.filter((id) => !moves.test(id))).toEqual([])
  })

  test('[DESK-1] of two actions with the same words, the one of the open screen comes first', () => {
    const found = foundActions('Suchen und ersetzen', () => true, []).map(({ id }) => id)
    expect(found.slice(0, 2)).toEqual(['text.find', 'articles.replace'])
  })

  test('keys are told apart by what is held; signs need whatever keys they need', () => {
    expect(isChord(press('k', { ctrlKey: true }), 'Mod+k')).toBe(true)
    expect(isChord(press('k'), 'Mod+k')).toBe(false)
    expect(isChord(press('X', { shiftKey: true }), 'x')).toBe(false)
    expect(isChord(press('X', { shiftKey: true }), 'Shift+x')).toBe(true)
    expect(isChord(press('?', { shiftKey: true }), '?')).toBe(true)
    expect(isChord(press('n', { altKey: true }), 'n')).toBe(false)
    expect(['n', 'g a', '/', '?', 'Shift+x'].every(isSingle)).toBe(true)
    expect(['Mod+k', 'F1', 'Escape', 'Delete'].some(isSingle)).toBe(false)
    expect(keyWords('g a')).toEqual(['G', 'A'])
    expect(keyWords(ACTIONS['editor.focus'].keys[0])).toEqual(['Strg ⇧ F'])
  })
})
