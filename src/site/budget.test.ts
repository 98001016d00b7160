import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { describe, expect, test } from 'vitest'
import { LETTERS } from '../rules/font-letters.ts'

const ROOT = join(import.meta.dirname, '..', '..')

type Output = Rolldown.RolldownOutput

async function sizes(result: Awaited<ReturnType<typeof build>>, ending: string): Promise<number> {
  const { output } = result as Output
  const files = output.filter((file) => file.fileName.endsWith(ending))
  return files.reduce((sum, file) => sum + Buffer.byteLength(file.type === 'chunk' ? file.code : file.source), 0)
}

describe('what a reader loads', () => {
  test('[SITE-5] the script is one file without imports, of at most 5 KiB', async () => {
    const result = await build({
      root: ROOT,
      configFile: join(ROOT, 'vite.site.config.ts'),
      logLevel: 'silent',
      build: { write: false },
    })
    const { output } = result as Output
    const scripts = output.filter((file) => file.type === 'chunk')
    expect(scripts).toHaveLength(1)
    expect(scripts[0]?.code).not.toMatch(/\b(?:import|export)\b/)
    expect(await sizes(result, '.js')).toBeLessThanOrEqual(5 * 1024)
  })

  test('the style sheets of the pages contain no colour of their own', async () => {
    const parts = (await readdir(join(ROOT, 'src/styles/public'))).map((part) => join(ROOT, 'src/styles/public', part))
    const rules = (await Promise.all(parts.map((part) => readFile(part, 'utf8')))).join('\n')
    expect(rules).not.toMatch(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab|lch)a?\(|\burl\(/i)
  })

  test('[SITE-5] every font is a file of the site', async () => {
    const styles = await Promise.all(
      ['ui', 'serif', 'code', 'sans', 'heading'].map((name) =>
        readFile(join(ROOT, `src/styles/fonts-${name}.css`), 'utf8'),
      ),
    )
    const sources = [...styles.join('').matchAll(/url\('([^']+)'\)/g)].map(([, source]) => source!)
    expect(sources).toHaveLength(26)
    const own = sources.filter((source) => !source.startsWith('@fontsource-variable/'))
    const made = (await readdir(join(ROOT, 'src/styles/fonts'))).filter((name) => name.endsWith('.woff2'))
    expect(own.map((source) => source.replace('./fonts/', '')).sort()).toEqual(made.sort())
  })

  test('[SITE-5] the fonts of an article with code are at most 44 KiB', async () => {
    const firsts = ['source-serif-4-german', 'source-serif-4-italic-german', 'inter-german', 'jetbrains-mono-code'].map(
      (name) => readFile(join(ROOT, `src/styles/fonts/${name}.woff2`)),
    )
    const bytes = (await Promise.all(firsts)).reduce((sum, font) => sum + font.byteLength, 0)
    expect(bytes).toBeLessThanOrEqual(44 * 1024)
  })

  test('a font is loaded for each character it has that German texts lack', async () => {
    const sheets = ['ui', 'serif', 'sans', 'heading', 'code'].map((name) =>
      readFile(join(ROOT, `src/styles/fonts-${name}.css`), 'utf8'),
    )
    const rules = (await Promise.all(sheets)).join('')
    expect(rules.match(/-(?:german|code)\.woff2'\);\n\}/g)).toHaveLength(9)
    const ranges = [...rules.matchAll(/-latin\.woff2'\);\n {2}unicode-range:([^;]+);/g)]
    expect(ranges).toHaveLength(9)
    for (const [, range = ''] of ranges) {
      const named = range
        .split(',')
        .map((one) => one.trim().slice(2).split('-'))
        .flatMap(([from = '', to = from]) => {
          const first = Number.parseInt(from, 16)
          return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, index) => first + index)
        })
      expect(LETTERS.latin.filter((letter) => !named.includes(letter))).toEqual([])
    }
  })
})
