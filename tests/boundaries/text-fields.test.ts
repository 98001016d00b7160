import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TEXT_FIELDS } from '../../src/rules/article-text.ts'

const root = join(import.meta.dirname, '..', '..')
/** What a field of the text always needs: what it is, how it comes in, where it is typed, its label, a migration and its line. */
const NEEDED = [
  'src/admin/screens/articles/editor/properties/detail-fields.tsx',
  'src/admin/writing/text/article-text.ts',
  'src/contract/articles/text.ts',
  'src/rules/article-text.ts',
]
/** Where texts are written; what readers get and what other blogs' texts hold is named on purpose, field by field. */
const WRITING = 'src/{rules,contract/articles,server/writing/articles,admin}/**/*.{ts,tsx}'
/** What other programs write in front of a text, by their names for it. */
const FOREIGN = 'src/admin/screens/articles/editor/front-matter/front-matter-facts.ts'

/** Fields that mean nothing to the server but to be kept: as every new one is at first. */
const PLAIN = ['seo_description'] as const

test('a field of the text stands once: it is kept, compared, saved and restored without being named (ADR 45)', () => {
  const files = globSync(WRITING, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== FOREIGN)
  for (const field of PLAIN) {
    expect(TEXT_FIELDS).toContain(field)
    const named = files.filter(
      (path) => !/\.test\.tsx?$/.test(path) && readFileSync(join(root, path), 'utf8').includes(field),
    )
    expect(named.toSorted()).toEqual(NEEDED)
  }
})
