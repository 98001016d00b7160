import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isChord, isSingle, keyWords } from './keys.ts'
import { placesOf } from './places.ts'
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

  test('places of the settings, under the words of their tab', () => {
    const labels = /LABELS: Record<[^>]*> = \{([^}]*)\}/.exec(textOf('screens/settings/settings-screen.tsx'))?.[1] ?? ''
    const tabs = [...labels.matchAll(/(\w+): '([^']+)'/g)].map(([, section, words]) => `${section}: ${words}`)
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
      // Single letters and signs that somebody hears.
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

  test('what is offered is an action, and what an action needs is offered', () => {
    const offered = new Set(
      sources.flatMap(({ text }) => [...text.matchAll(/'([a-z]+\.[a-z-]+)'/g)].map(([, id]) => id!)),
    )
    const done = (id: ActionId) => action(id).to !== undefined || action(id).keysOnly === true || offered.has(id)
    expect(ACTION_IDS.filter((id) => !done(id))).toEqual([])
  })
})

/** Chords that stand beside a control of their own dialog or field, and act in it alone. */
const NAMED_ANYWAY = new Set(['Esc', 'Tab', 'Strg ↵', 'J', 'K', 'E'])
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
    expect(placesOf('/admin/articles')).toEqual(['articles', 'lists', 'everywhere', 'screens'])
    expect(placesOf('/admin/articles/0191')).toContain('text')
    expect(placesOf('/admin')).toContain('dashboard')
    for (const place of placesOf('/admin/inbox')) expect(PLACES[place]).toBeTruthy()
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
