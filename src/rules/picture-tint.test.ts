import { expect, test } from 'vitest'
import { tintClasses } from './picture-tint.ts'

test('[SITE-8] a picture’s colour is the nearest of the palette; greys have no hue', () => {
  expect(tintClasses('#111111')).toBe('tint tl1')
  expect(tintClasses('#f4f1ee')).toBe('tint tl4')
  expect(tintClasses('#c6302b')).toBe('tint tl2 th1')
  expect(tintClasses('#2b5fc6')).toBe('tint tl2 th7')
  expect(tintClasses('#ff3399')).toMatch(/^tint tl3 th[08]$/)
})
