import { expect, test } from 'vitest'
import { ownPath } from './url.ts'

const ORIGINS = ['https://blog.example', 'http://localhost:3000']

test.each([
  ['/storage/v1/a.png?x=1#y', '/storage/v1/a.png?x=1#y'],
  ['a.png', 'a.png'],
  ['../a.png', '../a.png'],
  ['https://blog.example/a.png?x=1#y', '/a.png?x=1#y'],
  ['HTTPS://BLOG.example:443/a.png', '/a.png'],
  ['http://localhost:3000', '/'],
])('%s is the site’s own', (address, path) => expect(ownPath(address, ORIGINS)).toBe(path))

test.each([
  'https://blog.example//evil.example/x.png',
  'https://blog.example//',
  'https://blog.example/\\evil.example/x.png',
  'https://blog.example/.//evil.example/x.png',
  '//evil.example/x.png',
  '/\\evil.example/x.png',
  '\\\\evil.example/x.png',
  '/\t/evil.example/x.png',
  '\n//evil.example/x.png',
  ' //evil.example/x.png',
  'https:/\\evil.example/x.png',
  'http:evil.example',
  'http://blog.example/x.png',
  'https://blog.example.evil.example/x.png',
  'https://blog.example@evil.example/x.png',
  '//here.invalid/x.png',
  'http://here.invalid/x.png',
  'http://there.invalid/x.png',
  'javascript:alert(1)',
  'data:image/png;base64,AAAA',
  'http://',
])('%s is not', (address) => {
  const path = ownPath(address, ORIGINS)
  // What is given back stays on the host, wherever the page is.
  if (path !== null) expect(new URL(path, 'https://blog.example/article/x').host).toBe('blog.example')
  expect(path).toBeNull()
})
