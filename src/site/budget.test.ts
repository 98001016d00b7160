import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')

type Output = Rolldown.RolldownOutput

async function sizes(result: Awaited<ReturnType<typeof build>>, ending: string): Promise<number> {
  const { output } = result as Output
  const files = output.filter((file) => file.fileName.endsWith(ending))
  return files.reduce((sum, file) => sum + Buffer.byteLength(file.type === 'chunk' ? file.code : file.source), 0)
}

describe('what a reader loads', () => {
  test('the script stays below 5 KiB, and it is one file that waits for nothing', async () => {
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

  test('the rules of all pages stay below 20 KiB, 6 KiB compressed, and name no colour', async () => {
    const result = await build({
      root: ROOT,
      configFile: false,
      logLevel: 'silent',
      build: { write: false, cssMinify: 'lightningcss', rolldownOptions: { input: 'src/styles/public.css' } },
    })
    const size = await sizes(result, '.css')
    expect(size).toBeGreaterThan(5000)
    expect(size).toBeLessThanOrEqual(20 * 1024)
    const style = (result as Output).output.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'))
    if (style?.type !== 'asset') throw new Error('no stylesheet was built')
    expect(gzipSync(style.source, { level: 9 }).byteLength).toBeLessThanOrEqual(6 * 1024)
    const parts = (await readdir(join(ROOT, 'src/styles/public'))).map((part) => join(ROOT, 'src/styles/public', part))
    const rules = (await Promise.all(parts.map((part) => readFile(part, 'utf8')))).join('\n')
    expect(rules).not.toMatch(/#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab|lch)a?\(|\burl\(/i)
  })

  test('fonts are files of the site', async () => {
    const fonts = await readFile(join(ROOT, 'src/styles/fonts.css'), 'utf8')
    const sources = [...fonts.matchAll(/url\('([^']+)'\)/g)].map(([, source]) => source!)
    expect(sources).toHaveLength(8)
    expect(sources.filter((source) => !source.startsWith('@fontsource-variable/'))).toEqual([])
  })
})
