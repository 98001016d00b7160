import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accentOf, GROUNDS, LEAST } from './accent.ts'
import { blended, contrast, toHex, toOklch } from './colour.ts'

test('colours are told as eyes see them, and back', () => {
  expect(toOklch('#ffffff').lightness).toBeCloseTo(1, 3)
  const { lightness, chroma, hue } = toOklch('#ff0000')
  expect([lightness, chroma, hue].map((value) => Number(value.toFixed(2)))).toEqual([0.63, 0.26, 29.23])
  for (const color of ['#000000', '#ffffff', '#2a9d9a', '#7f8c1d']) expect(toHex(toOklch(color))).toBe(color)
  expect(toHex({ lightness: 0.9, chroma: 0.4, hue: 272 })).toMatch(/^#[0-9a-f]{6}$/)
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(blended('#ffffff', 0.5, '#000000')).toBe('#808080')
})

test('the grounds are those of the tokens', () => {
  const tokens = readFileSync(join(import.meta.dirname, '..', 'styles', 'tokens.css'), 'utf8')
  const [dark = '', light = ''] = tokens.split(":root[data-theme='light']")
  const named = (part: string, name: string) => {
    const [, lightness, chroma, hue] =
      new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(part) ?? []
    return toHex({ lightness: Number(lightness), chroma: Number(chroma), hue: Number(hue) })
  }
  expect([named(dark, 'page'), named(dark, 'text')]).toEqual([GROUNDS.dark.page, GROUNDS.dark.text])
  expect([named(light, 'page'), named(light, 'text')]).toEqual([GROUNDS.light.page, GROUNDS.light.text])
})

test('[SITE-12] every colour is seen well enough in both appearances and keeps its hue; what is fine stays as it is', () => {
  for (let value = 0; value < 4096; value += 7) {
    const chosen = `#${[value >> 8, (value >> 4) & 15, value & 15].map((digit) => (digit * 17).toString(16).padStart(2, '0')).join('')}`
    const { dark, light } = accentOf(chosen)
    for (const [name, { reached }] of Object.entries({ dark, light })) {
      expect([chosen, name, reached.line >= LEAST.line]).toEqual([chosen, name, true])
      expect([chosen, name, reached.letters >= LEAST.letters]).toEqual([chosen, name, true])
      expect([chosen, name, reached.hit >= LEAST.hit]).toEqual([chosen, name, true])
    }
    for (const accent of [dark, light]) if (!accent.pulled) expect(accent.color).toBe(chosen)
    const own = toOklch(chosen)
    const shown = toOklch(light.color)
    if (own.chroma > 0.05 && shown.chroma > 0.03)
      expect([chosen, Math.min(Math.abs(own.hue - shown.hue), 360 - Math.abs(own.hue - shown.hue)) < 8]).toEqual([
        chosen,
        true,
      ])
  }
  expect(accentOf('#2a9d9a')).toMatchObject({ dark: { pulled: false }, light: { pulled: false } })
  expect(accentOf('#ffff00').light.pulled).toBe(true)
  expect(accentOf('#000080').dark.pulled).toBe(true)
})
