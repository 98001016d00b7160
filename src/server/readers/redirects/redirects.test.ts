import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { creating } from '../../../../tests/support/creating.ts'
import type { Article } from '../../../contract/articles.ts'
import type { Page } from '../../../contract/pages.ts'
import type { Redirect } from '../../../contract/redirects.ts'
import { addRedirects, removeRedirects } from './redirects.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp({ env: { LOG_LEVEL: 'error' } })
  owner = await app.register()
})
afterAll(() => app.stop())

const add = creating<Redirect>('/api/redirects', () => owner)
const article = creating<Article>('/api/articles', () => owner)
const page = creating<Page>('/api/pages', () => owner)
const remove = (id: string) => owner.call('DELETE', `/api/redirects/${id}`)
const visit = async (path: string, url = app.url) => {
  const answer = await fetch(url + path, { redirect: 'manual' })
  await answer.arrayBuffer()
  return answer
}
/** Status and target of a redirect. */
const told = async (path: string, url = app.url) => {
  const { status, headers } = await visit(path, url)
  return headers.has('location') ? `${status} ${headers.get('location')}` : String(status)
}

describe('old addresses', () => {
  test('[MOVE-5] [RUL-56] redirect in one step, in every spelling, to an article at its present address', async () => {
    const { id, version } = await article({ title: 'Umgezogen', status: 'published' })
    const made = await add({ from: '/2019/05/Umgezogen/', article_id: id })
    expect(made).toMatchObject({
      from: '/2019/05/Umgezogen/',
      to: null,
      article_id: id,
      page_id: null,
      status: 301,
      title: 'Umgezogen',
      address: '/article/umgezogen',
    })
    const spellings = [
      '/2019/05/umgezogen/',
      '/2019/05/umgezogen',
      '/2019/05/UMGEZOGEN',
      '//2019/./05/umgezogen/?utm_source=brief',
      '/2019/05/%75mgezogen/',
    ]
    for (const path of spellings) expect(await told(path), path).toBe('301 /article/umgezogen')
    expect((await visit('/2019/05/umgezogen')).headers.get('cache-control')).toBe('no-cache')
    const head = await fetch(`${app.url}/2019/05/umgezogen`, { method: 'HEAD', redirect: 'manual' })
    expect([head.status, head.headers.get('location')]).toEqual([301, '/article/umgezogen'])

    await owner.call('PATCH', `/api/articles/${id}`, { version, slug: 'woanders' })
    expect(await told('/2019/05/umgezogen')).toBe('301 /article/woanders')
    const own = new URL(app.url).port
    const typed = await add({
      from: `http://localhost:${own}/über uns.php`,
      to: `http://localhost:${own}/article/umgezogen#oben`,
    })
    expect(typed).toMatchObject({ from: '/%C3%BCber%20uns.php', to: '/article/umgezogen#oben' })
    // The article's former slug is no intermediate stop.
    expect(await told('/%c3%bcber%20uns.php')).toBe('301 /article/woanders')

    const found = await owner.call('GET', '/api/redirects?q=ÜBER')
    expect(found.body.items.map((item: Redirect) => item.id)).toEqual([typed.id])
    expect((await owner.call('GET', '/api/redirects?limit=1')).body).toMatchObject({ items: [{ id: typed.id }] })
    expect((await remove(typed.id)).status).toBe(204)
    expect((await remove(typed.id)).status).toBe(404)
    expect(await told('/%C3%BCber%20uns.php')).toBe('404')
    await remove(made.id)
  })

  test('[MOVE-5] [RUL-56] a query counts where given, before the own routes; other requests are still served from the cache', async () => {
    await add({ from: '/?p=123', to: '/archiv' })
    await article({ title: 'Damit es ein Archiv gibt', status: 'published' })
    await visit('/')
    expect((await visit('/?utm_source=x')).headers.get('server-timing')).toBe('cache;desc=hit')
    expect(await told('/?p=123')).toBe('301 /archiv')
    expect(await told('/?utm_source=x&p=123')).toBe('301 /archiv')
    expect(await told('//?p=123#oben')).toBe('301 /archiv')
    // It may become an old address: it is not cached as the front page.
    const unknown = await visit('/?p=124')
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await add({ from: '/?p=124', to: '/suche' })
    expect(await told('/?p=124')).toBe('301 /suche')
    // The redirect with more parameters wins.
    await add({ from: '/?lang=en&p=123', to: '/suche?q=en' })
    expect(await told('/?p=123&lang=en')).toBe('301 /suche?q=en')
    expect(await told('/?p=123&lang=fr')).toBe('301 /archiv')
    await add({ from: '/index.php?id=7', to: '/archiv' })
    expect(await told('/index.php?id=7&L=0')).toBe('301 /archiv')
    expect(await told('/index.php?id=8')).toBe('404')
    expect((await visit('/?utm_source=y')).status).toBe(200)
  })

  test('[RUL-56] a published page takes precedence over a path without a query, and gives it back when it goes', async () => {
    await add({ from: '/ueber-die-redaktion', to: '/archiv' })
    expect(await told('/ueber-die-redaktion')).toBe('301 /archiv')
    const own = await page({ title: 'Über die Redaktion', slug: 'ueber-die-redaktion', status: 'published' })
    expect(await told('/ueber-die-redaktion')).toBe('200')
    // A redirect to that address leads to the published page.
    await add({ from: '/redaktion.html', to: '/ueber-die-redaktion' })
    expect(await told('/redaktion.html')).toBe('301 /ueber-die-redaktion')
    await owner.call('DELETE', `/api/pages/${own.id}`)
    expect(await told('/ueber-die-redaktion')).toBe('301 /archiv')
  })

  test('[RUL-56] [RUL-46] where the target is not public the response is the target’s', async () => {
    const draft = await article({ title: 'Noch nichts' })
    const withdrawn = await article({ title: 'Nicht mehr', status: 'published' })
    await owner.call('PATCH', `/api/articles/${withdrawn.id}`, { version: withdrawn.version, status: 'draft' })
    const hidden = await page({ title: 'Seite im Entwurf' })
    await add({ from: '/alt/entwurf', article_id: draft.id })
    await add({ from: '/alt/zurueckgezogen', article_id: withdrawn.id })
    await add({ from: '/alt/zurueckgezogen-2', to: '/article/nicht-mehr' })
    const led = await add({ from: '/alt/seite', page_id: hidden.id })
    expect(led).toMatchObject({ title: 'Seite im Entwurf', address: null })
    await add({ from: '/alt/nirgends', to: '/gibt-es-nicht' })
    await add({ from: '/alt/weg', status: 410 })
    await add({ from: '/alt/fuehrt-zu-weg', to: '/alt/weg' })
    const answers = ['entwurf', 'zurueckgezogen', 'zurueckgezogen-2', 'seite', 'nirgends', 'weg', 'fuehrt-zu-weg']
    expect(await Promise.all(answers.map((path) => told(`/alt/${path}`)))).toEqual([
      '404',
      '410',
      '410',
      '404',
      '404',
      '410',
      '410',
    ])
    await owner.call('PATCH', `/api/pages/${hidden.id}`, { version: hidden.version, status: 'published' })
    expect(await told('/alt/seite/')).toBe('301 /seite-im-entwurf')
    await owner.call('PATCH', `/api/articles/${draft.id}`, { version: draft.version, status: 'published' })
    expect(await told('/alt/entwurf')).toBe('301 /article/noch-nichts')
    // A final deletion also deletes the redirects to the article.
    await owner.call('DELETE', `/api/articles/${draft.id}`)
    expect(await told('/alt/entwurf')).toBe('410')
    await owner.call('DELETE', `/api/trash/articles/${draft.id}`)
    expect(await told('/alt/entwurf')).toBe('404')
    expect((await owner.call('GET', '/api/redirects?q=/alt/entwurf')).body.items).toEqual([])
  })

  test('[RUL-56] chains are collapsed, whichever redirect came first, and cycles refused', async () => {
    await add({ from: '/kette/a', to: '/kette/b/' })
    await add({ from: '/kette/c', to: '/archiv' })
    await add({ from: '/kette/b', to: '/kette/c' })
    await add({ from: '/kette/d', to: '/kette/a?x=1' })
    for (const path of ['a', 'b', 'c', 'd']) expect(await told(`/kette/${path}`), path).toBe('301 /archiv')
    await add({ from: '/kreis/a', to: '/kreis/b' })
    await add({ from: '/kreis/b', to: '/kreis/c?p=1&q=2' })
    const circles = [
      { from: '/kreis/c', to: '/kreis/a' },
      { from: '/kreis/C/', to: '/kreis/b' },
      { from: '/kreis/c?p=1', to: '/kreis/a' },
      { from: '/kreis/d', to: '/kreis/D/?x=1' },
    ]
    for (const circle of circles) {
      const { status, body } = await owner.call('POST', '/api/redirects', circle)
      expect([status, body.fields?.[0]?.field], JSON.stringify(circle)).toEqual([400, 'to'])
    }
  })

  test.each([
    [{ from: '', to: '/archiv' }, 'from'],
    [{ from: 'alt', to: '/archiv' }, 'from'],
    [{ to: '/archiv' }, 'from'],
    [{ from: '/ein#anker', to: '/archiv' }, 'from'],
    [{ from: '/alt%zz', to: '/archiv' }, 'from'],
    [{ from: '/alt%00', to: '/archiv' }, 'from'],
    [{ from: `/${'a'.repeat(2001)}`, to: '/archiv' }, 'from'],
    [{ from: `/x?${'+'.repeat(1999)}`, to: '/archiv' }, 'from'],
    [{ from: `/x?${Array.from({ length: 11 }, (_, at) => `p${at}`).join('&')}`, to: '/archiv' }, 'from'],
    [{ from: 'https://woanders.example/alt', to: '/archiv' }, 'from'],
    [{ from: '//woanders.example/alt', to: '/archiv' }, 'from'],
    [{ from: '/', to: '/archiv' }, 'from'],
    [{ from: '/admin/articles', to: '/archiv' }, 'from'],
    [{ from: '/API/articles', to: '/archiv' }, 'from'],
    [{ from: '/api/articles?x=1', to: '/archiv' }, 'from'],
    [{ from: '/healthz', to: '/archiv' }, 'from'],
    [{ from: '/feed.xml', to: '/archiv' }, 'from'],
    [{ from: '/suche', to: '/archiv' }, 'from'],
    [{ from: '/suche?q=alt', to: '/archiv' }, 'from'],
    [{ from: '/?seite=1', to: '/archiv' }, 'from'],
    [{ from: '/article/steht-hier/', to: '/archiv' }, 'from'],
    [{ from: '/alt-1', to: 'https://woanders.example/' }, 'to'],
    [{ from: '/alt-1', to: '//woanders.example/' }, 'to'],
    [{ from: '/alt-1', to: '/\\woanders.example/' }, 'to'],
    [{ from: '/alt-1', to: 'javascript:alert(1)' }, 'to'],
    [{ from: '/alt-1' }, 'to'],
    [{ from: '/alt-1', to: '/archiv', status: 410 }, 'to'],
    [{ from: '/alt-1', to: '/archiv', status: 302 }, 'status'],
    [{ from: '/alt-1', to: '/archiv', page_id: '01919191-9191-7191-9191-919191919191' }, 'page_id'],
    [{ from: '/alt-1', page_id: '01919191-9191-7191-9191-919191919191' }, 'page_id'],
    [{ from: '/alt-1', article_id: '01919191-9191-7191-9191-919191919191' }, 'article_id'],
    [{ from: '/alt-1', article_id: 'kein' }, 'article_id'],
  ] as [Record<string, unknown>, string][])('[RUL-56] refuses %j', async (input, field) => {
    if (String(input.from).startsWith('/article/')) await article({ title: 'Steht hier', status: 'published' })
    const count = async () => (await owner.call('GET', '/api/redirects?limit=200')).body.items.length
    const before = await count()
    const { status, body } = await owner.call('POST', '/api/redirects', input)
    expect([status, body.code, body.fields?.[0]?.field], JSON.stringify(body)).toEqual([
      400,
      'validation_failed',
      field,
    ])
    expect(body.fields[0].reason).not.toBe('')
    expect(await count()).toBe(before)
  })

  test('[RUL-56] a taken old address is 409, in any spelling and for concurrent requests', async () => {
    const ask = () => owner.call('POST', '/api/redirects', { from: '/zugleich', to: '/archiv' })
    const answers = await Promise.all([ask(), ask(), ask(), ask()])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    const again = await owner.call('POST', '/api/redirects', { from: '/Zugleich/', to: '/suche' })
    expect([again.status, again.body.code, again.body.fields[0].field]).toEqual([409, 'redirect_exists', 'from'])
    await add({ from: '/zugleich?b=2&a=1', to: '/archiv' })
    const turned = await owner.call('POST', '/api/redirects', { from: '/zugleich?a=1&b=2', to: '/suche' })
    expect(turned.status).toBe(409)
  })

  test('[RUL-56] a bulk call returns a result for each, joins a transaction, and can be undone', async () => {
    const { id } = await article({ title: 'Aus dem Import', status: 'published' })
    const actor = { caller: null, now: new Date() }
    const wishes = [
      { from: '/import/1', article_id: id },
      { from: '/import/1/', article_id: id },
      { from: '/import/2', to: '/import/1' },
      { from: '/admin/x', article_id: id },
      { from: '/import/1', to: '/archiv' },
    ]
    const outcomes = await addRedirects(app.db, wishes, { actor })
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'unchanged', 'created', 'refused', 'refused'])
    expect(await told('/import/2')).toBe('301 /article/aus-dem-import')
    expect((await addRedirects(app.db, wishes.slice(0, 3), { actor })).map(({ outcome }) => outcome)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
    ])
    const ids = outcomes.flatMap((made) => (made.outcome === 'created' ? made.id : []))
    expect(await removeRedirects(app.db, ids)).toBe(2)
    expect(await told('/import/1')).toBe('404')
  })

  test('[RUL-56] the longest requests cost no more than others', async () => {
    const long = `/?${Array.from({ length: 1500 }, (_, at) => `p${at}=1`).join('&')}`
    expect(await told(long)).toBe('200')
    expect(await told(`/${'a/'.repeat(5000)}`)).toBe('404')
    expect(await told(`/index.php?id=${'9'.repeat(9000)}`)).toBe('404')
    for (let at = 0; at < 20; at += 1) await add({ from: `/arten?p${at}=1`, to: '/archiv' })
    const { status, body } = await owner.call('POST', '/api/redirects', { from: '/arten?q=1', to: '/archiv' })
    expect([status, body.fields[0].field]).toEqual([400, 'from'])
    expect(await told(`/arten?${Array.from({ length: 20 }, (_, at) => `p${at}=1`).join('&')}`)).toBe('301 /archiv')
  })

  test('[RUL-2] a closed blog reveals none to strangers', async () => {
    await add({ from: '/geheim', to: '/archiv' })
    const settings = async (visibility: string) => owner.call('PATCH', '/api/settings', { visibility })
    await settings('privat')
    expect(await told('/geheim')).toBe('302 /auth?return=%2Fgeheim')
    expect(await told('/?p=123')).toBe('302 /auth?return=%2F')
    await settings('öffentlich')
    expect(await told('/geheim')).toBe('301 /archiv')
  })

  test.runIf(DIALECT === 'postgres')(
    '[RUL-40] another instance knows a new one before its maker has the answer',
    async () => {
      const second = await startTestApp({ beside: app })
      try {
        await visit('/', second.url)
        expect((await visit('/?cat=1', second.url)).status).toBe(200)
        await add({ from: '/?cat=1', to: '/archiv' })
        await expect.poll(() => told('/?cat=1', second.url)).toBe('301 /archiv')
      } finally {
        await second.stop()
      }
    },
  )
})
