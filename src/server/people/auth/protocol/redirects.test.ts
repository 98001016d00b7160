import { describe, expect, test } from 'vitest'
import { createRedirects } from './redirects.ts'

const local = createRedirects({ PUBLIC_URL: undefined, PORT: 4711, AUTH_REDIRECT_URLS: [] })
const published = createRedirects({
  PUBLIC_URL: 'https://blog.example/',
  PORT: 3000,
  AUTH_REDIRECT_URLS: ['https://app.example/zurück?von=blog', 'chrome-extension://abcdef/done.html'],
})

describe('allowed redirect targets of sign-in (RUL-32)', () => {
  test('any page of the own address, under both loopback names by default', () => {
    for (const address of [
      'http://localhost:4711/',
      'http://localhost:4711/admin/inbox?a=1#b',
      'http://127.0.0.1:4711/auth',
    ])
      expect(local.allow(address)).toBe(address)
    expect(published.allow('https://blog.example/auth?return=%2Fadmin')).toBe(
      'https://blog.example/auth?return=%2Fadmin',
    )
    expect(published.allow('http://localhost:3000/')).toBe('https://blog.example/')
  })

  test('exactly the listed addresses, wherever the client appends its flow', () => {
    expect(published.allow('https://app.example/zurück?von=blog')).toBe('https://app.example/zur%C3%BCck?von=blog')
    expect(published.allow('https://app.example/zurück?von=blog&sb_flow_id=7')).toContain('sb_flow_id=7')
    expect(published.allow('chrome-extension://abcdef/done.html')).toBe('chrome-extension://abcdef/done.html')
  })

  test('any other becomes the own landing page, without an error', () => {
    for (const address of [
      undefined,
      '',
      '/admin',
      'nichts',
      'http://localhost:4712/',
      'https://localhost:4711/',
      'http://localhost.evil.example:4711/',
      'http://localhost:4711@evil.example/',
      'http://evil.example@localhost:4711/',
      '//evil.example/',
      'http:\\\\evil.example/',
      'javascript:alert(1)//http://localhost:4711/',
      'data:text/html,x',
      'blob:http://localhost:4711/1',
    ])
      expect(local.allow(address), address).toBe('http://localhost:4711/')
    for (const address of [
      'https://app.example/zurück',
      'https://app.example/zurück?von=blog&mehr=1',
      'https://app.example/zurück/weiter?von=blog',
      'http://app.example/zurück?von=blog',
      'https://sub.app.example/zurück?von=blog',
      'chrome-extension://abcdef/other.html',
      'https://blog.example.evil.example/',
    ])
      expect(published.allow(address), address).toBe('https://blog.example/')
  })

  test('an invalid listed address stops the start', () => {
    expect(() =>
      createRedirects({ PUBLIC_URL: undefined, PORT: 1, AUTH_REDIRECT_URLS: ['app.example/zurück'] }),
    ).toThrow('AUTH_REDIRECT_URLS')
  })
})
