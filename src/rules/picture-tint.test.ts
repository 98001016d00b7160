import { expect, test } from 'vitest'
import { oklch, tintClasses } from './picture-tint.ts'

test('colours are told as eyes see them', () => {
  expect(oklch('#ffffff').lightness).toBeCloseTo(1, 3)
  expect(oklch('#000000')).toMatchObject({ lightness: 0, chroma: 0 })
  const red = oklch('#ff0000')
  expect([red.lightness, red.chroma, red.hue].map((value) => Number(value.toFixed(2)))).toEqual([0.63, 0.26, 29.23])
})

test('[SITE-8] a picture’s colour is the nearest of the palette; greys have no hue', () => {
  expect(tintClasses('#111111')).toBe('tint tl1')
  expect(tintClasses('#f4f1ee')).toBe('tint tl4')
  expect(tintClasses('#c6302b')).toBe('tint tl2 th1')
  expect(tintClasses('#2b5fc6')).toBe('tint tl2 th7')
  expect(tintClasses('#ff3399')).toMatch(/^tint tl3 th[08]$/)
})
