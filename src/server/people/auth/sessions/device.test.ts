import { expect, test } from 'vitest'
import { deviceOf } from './device.ts'

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'computer', 'Firefox 133', 'Linux'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, 'computer', 'Chrome 131', 'Windows'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/131.0.2903.51`,
    'computer',
    'Edge 131',
    'Windows',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'computer', 'Chrome 131', 'ChromeOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'computer',
    'Safari 18',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'phone',
    'Safari 18',
    'iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 17_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/132.0 Mobile/15E148 Safari/605.1.15',
    'tablet',
    'Firefox 132',
    'iPad',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'phone', 'Chrome 131', 'Android'],
  [`Mozilla/5.0 (Linux; Android 14; SM-X710) ${CHROME} Safari/537.36`, 'tablet', 'Chrome 131', 'Android'],
  ['Mozilla/5.0 (compatible)', 'computer', null, null],
  ['curl/8.9.1', 'program', 'curl', null],
  ['node', 'program', 'node', null],
  ['<script>', 'program', null, null],
  [null, 'program', null, null],
])('a device is recognised: %s', (userAgent, kind, browser, system) => {
  expect(deviceOf(userAgent)).toEqual({ kind, browser, system })
})
