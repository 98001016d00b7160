import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ACTION_IDS, action } from '../../actions/registry.ts'
import { chapterOf, chaptersOf } from './chapters.ts'

const manual = readFileSync(join(import.meta.dirname, '../../../../docs/handbuch.md'), 'utf8')

test('the manual has a chapter for every screen and place of the settings', () => {
  const titles = chaptersOf(manual).map(({ title }) => title)
  for (const id of ACTION_IDS) {
    const { to } = action(id)
    if (to) expect(titles).toContain(chapterOf(to.to.replace('$id', 'new'), to.search?.bereich))
  }
  expect(chapterOf('/admin/settings', 'sicherung')).toBe('Sicherung')
  expect(chapterOf('/admin/nirgends', undefined)).toBe('Die Oberfläche')
})

test('nothing of the manual is lost in its chapters', () => {
  const [, ...after] = manual.split(/^## /m)
  const letters = (text: string) => text.replaceAll(/\s|^#+ /gm, '').length
  const whole = chaptersOf(manual).reduce((sum, { title, markdown }) => sum + letters(title) + letters(markdown), 0)
  expect(whole).toBe(letters(after.map((one) => `## ${one}`).join('')))
})
