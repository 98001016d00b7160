import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { contract } from '../../src/contract/contract.ts'
import { ADMIN_PATHS } from '../../src/nouns/admin-paths.ts'
import { expect } from '../support/e2e.ts'
import { installFormFinder, type FoundButton, type FoundField } from '../support/form-finder.ts'
import type { Rest } from '../support/rest.ts'
import { test } from '../support/bad-connection.ts'
import { stored } from '../support/stored-session.ts'
import { words } from '../support/words.ts'

/** A place with text fields: the URL, the buttons pressed there one after the other, and the layer then on top. */
type Place = { address: string; steps: string[]; layer: string; fields: FoundField[] }

type Sight = { layer: string; fields: FoundField[] }

const SECRET = 'Geheim-4711-nirgends'

/** The same screen as that of an article. */
const TWICE: readonly string[] = ['/admin/articles/new', '/admin/pages/new', '/admin/pages/{id}']

/** Half of the walk; the other half runs in another browser. */
const isFirstHalf = (path: string) => path === '/admin/settings' || path.startsWith('/admin/articles')

/** Minimum number of forms and secret fields per half, so that none is missed; there may be more. */
const HALVES = [
  { name: 'articles and settings', holds: isFirstHalf, forms: 7, secrets: 0 },
  { name: 'all else', holds: (path: string) => !isFirstHalf(path), forms: 19, secrets: 3 },
]

// A fresh blog, so that content of other tests is not walked through.
test.use({ ownBlog: {}, codeAhead: true })

for (const half of HALVES)
  test(`[WEEK-2] [RUL-70] every dialog and form of the admin keeps its input, however it is left: ${half.name}`, async ({
    page,
    signIn,
    rest,
    connection,
    server,
    expectedErrors,
  }) => {
    // All writes fail: otherwise a form that loses its text could be mistaken for one that has saved it.
    expectedErrors(/Failed to load resource: net::ERR_(EMPTY_RESPONSE|PROXY_CONNECTION_FAILED|CONNECTION_RESET)/)
    connection.cut(writingCalls())
    const articleId = await seed(rest, half.name)
    await signIn(page)
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#654' } })
      .png()
      .toBuffer()
    const headers = { authorization: `Bearer ${(await stored(page))?.access_token}`, 'content-type': 'image/png' }
    await fetch(`${server.url}/api/media?filename=finder.png`, { method: 'POST', headers, body: new Uint8Array(image) })
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await installFormFinder(page)
    await page.clock.install()
    const walk = new Walk(page)

    const forms: string[] = []
    const secrets: string[] = []
    for (const path of ADMIN_PATHS.filter((one) => half.holds(one) && !TWICE.includes(one))) {
      await test.step(path, async () => {
        const address = path.replace('{id}', articleId)
        const places = await walk.places(address)
        const fields = places.flatMap((place) =>
          place.fields.map((field) => ({ ...field, where: `${path} ${place.layer}` })),
        )
        secrets.push(...fields.filter(({ kind }) => kind === 'secret').map(({ where, name }) => `${where}: ${name}`))
        const kept = places.filter((place) => place.fields.some(({ kind }) => kind === 'typed'))
        forms.push(...kept.map(({ layer, fields: [first] }) => `${path} ${layer}: ${first?.name}`))
        await walk.expectKept(address, kept)
      })
    }
    expect(forms.length, forms.join('\n')).toBeGreaterThanOrEqual(half.forms)
    expect(secrets.length, secrets.join('\n')).toBeGreaterThanOrEqual(half.secrets)
    if (half.name === 'articles and settings') expect(asked, 'closing the page with changes').toContain('beforeunload')
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
    expect(kept).not.toContain(SECRET)
  })

/** One record of every type, so that every edit button exists. */
async function seed(rest: Rest, half: string): Promise<string> {
  const { id } = await rest.createArticle({ title: 'FinderArtikel' })
  await rest.send('POST', '/api/links', { title: 'FinderLink', url: 'https://a.example' })
  await rest.send('POST', '/api/prompts', { title: 'FinderPrompt', content: 'x' })
  await rest.send('POST', '/api/research', { title: 'FinderRecherche' })
  await rest.send('POST', '/api/tasks', { title: 'FinderAufgabe' })
  const today = new Date().toISOString()
  await rest.send('POST', '/api/events', { title: 'FinderEreignis', starts_at: today, type: 'milestone' })
  await rest.send('POST', '/api/categories', { name: `FinderKategorie ${half}` })
  await rest.send('POST', '/api/tags', { name: `FinderSchlagwort ${half}` })
  await rest.send('POST', '/api/inbox', { title: 'FinderEintrag' })
  return id
}

/** The writing endpoints, and the list of files to prefetch, which no page of this test stays long enough for. */
function writingCalls(): RegExp {
  const found: string[] = []
  const walk = (part: object, path: string) => {
    const route = (part as { '~orpc'?: { route: { method?: string } } })['~orpc']?.route
    if (route && route.method !== 'GET') found.push(path)
    if (!route) for (const [name, inner] of Object.entries(part)) walk(inner as object, `${path}/${name}`)
  }
  walk(contract, '/api/rpc')
  return new RegExp(`^(/assets/code-|(${found.join('|')})$)`)
}

/** Explores the admin app by pressing every button. */
class Walk {
  readonly #page: Page
  readonly #open = new Set<unknown>()
  #typed = 0

  constructor(page: Page) {
    this.#page = page
    page.on('request', (request) => {
      // Pending requests of a former page are ignored.
      if (request.isNavigationRequest()) this.#open.clear()
      // A worker that is ended while its code loads leaves a request of which the browser never says anything again.
      if (!/\/api\/live|-worker-[\w-]+\.js$/.test(request.url())) this.#open.add(request)
    })
    page.on('requestfinished', (request) => this.#open.delete(request))
    page.on('requestfailed', (request) => this.#open.delete(request))
  }

  /** All places with text fields under this URL, each text field once. */
  async places(address: string): Promise<Place[]> {
    const known = new Set<string>()
    const pressed = new Set<string>()
    const places: Place[] = []
    await this.#goto(address)
    const screen = await this.#look()
    const explore = async (steps: string[]): Promise<void> => {
      const here = await this.#look()
      // A screen that is opened from another one has a walk of its own.
      const path = new URL(this.#page.url()).pathname
      if (path !== address) return
      const fields = here.fields.filter(({ name }) => !known.has(`${here.layer}|${name}`))
      for (const { name } of fields) known.add(`${here.layer}|${name}`)
      // The editor's text is stored as drafts with tests of their own (editor-saving.spec.ts); its dialogs are not.
      const article = path.startsWith('/admin/articles/') && here.title === ''
      if (fields.length > 0 && !article) places.push({ address, steps, layer: here.layer, fields })
      if (steps.length >= (article ? 1 : 3)) return
      // Layers opened by a form are part of it; its tabs contain further forms.
      const inner = steps.length > 0 && here.title !== '' && here.fields.length > 0
      const isTab = ({ role }: FoundButton) => role === 'tab'
      const buttons = [...here.buttons.filter((one) => !inner && !isTab(one)), ...here.buttons.filter(isTab)]
      for (const { shape, role } of buttons) {
        const mark = `${here.layer}|${shape}`
        if (pressed.has(mark)) continue
        pressed.add(mark)
        if (!(await this.#press(shape))) {
          await this.#follow(address, steps)
          if (!(await this.#press(shape))) continue
        }
        let now = await this.#look()
        // A menu's target may open late; until then the buttons of its screen are pressed anyway.
        if (alike(now, screen) && !alike(here, screen)) {
          await this.#settled()
          now = await this.#look()
        }
        if (role === 'tab')
          await explore([...steps.filter((step) => !step.startsWith('tab|') || here.title !== ''), shape])
        else if (!alike(now, here) && !alike(now, screen)) await explore([...steps, shape])
        if (role !== 'tab') await this.#backTo(here, address, steps)
      }
    }
    await explore([])
    return places
  }

  /** Fills all fields, leaves in every way, and expects the input to be restored. */
  async expectKept(address: string, places: Place[]): Promise<void> {
    if (places.length === 0) return
    const page = this.#page
    await this.#arrive(address)
    // A form of the screen itself may ask before leaving: it is filled last and checked first.
    const ordered = places.toSorted((a, b) => b.steps.length - a.steps.length)
    const question = page.getByRole('alertdialog', { name: 'Änderungen speichern?', exact: true })
    const typed = new Map<Place, Record<string, string>>()
    const still = async (place: Place, way: string) => {
      await this.#stand(place)
      expect.soft(await this.#values(place.fields), `${place.layer}: ${way}`).toEqual(typed.get(place))
    }
    for (const place of ordered) {
      await this.#stand(place)
      typed.set(place, await this.#type(place.fields))
      await page.keyboard.press('Escape')
      await still(place, 'Escape')
      await page.mouse.click(3, 600)
      await still(place, 'a click beside it')
      await page.goForward()
      await this.#settled()
      if (await question.isVisible()) await question.getByRole('button', { name: 'Abbrechen', exact: true }).click()
      else await page.goBack()
      await still(place, 'leaving')
    }
    await page.reload()
    await this.#loaded()
    const reversed = ordered.toReversed()
    for (const [at, place] of reversed.entries()) {
      await still(place, 'a reload')
      // A place with more rows of the same form is checked first and includes this one.
      if (reversed.slice(at + 1).some((later) => grownFrom(later, place))) continue
      await this.#giveUp(place, typed.get(place) ?? {})
    }
  }

  /** The form shows that it has unsaved input, and discards it on request. */
  async #giveUp({ layer, fields }: Place, typed: Record<string, string>): Promise<void> {
    const page = this.#page
    if (await words(page.locator('body'), 'Nicht gespeicherte Eingabe wiederhergestellt').isVisible()) {
      await page.getByRole('button', { name: 'Verwerfen', exact: true }).click()
      await this.#settled()
      expect.soft(await this.#values(fields), `${layer}: Verwerfen`).not.toEqual(typed)
    } else {
      // A self-saving field shows that it is not saved yet.
      await expect.soft(page.getByText(/^Noch nicht gespeichert/).first(), `${layer}: says so`).toBeVisible()
    }
  }

  /** Presses the buttons that lead to the form, unless it is already open: pressing again would add a row. */
  async #stand({ address, steps, layer, fields }: Place): Promise<void> {
    const stands = () => this.#shown(layer, fields)
    if (await stands()) return
    await this.#close()
    if ((await stands()) || (await this.#follow(address, steps, stands))) return
    // A button pressed before its screen was complete may have led elsewhere.
    for (let tries = 0; tries < 3; tries++) {
      await this.#arrive(address)
      if (await this.#follow(address, steps, stands)) return
    }
    throw new Error(`${address}: ${steps.join(', ')} does not lead to ${layer}`)
  }

  /** Pushes a screen onto the history, so that the browser's back button can be tested. */
  async #arrive(address: string): Promise<void> {
    await this.#goto(address)
    await this.#page.getByRole('link', { name: 'System-Check', exact: true }).click()
    await this.#page.waitForURL('/admin/system-check')
    await this.#page.goBack()
    await this.#settled()
  }

  async #type(fields: FoundField[]): Promise<Record<string, string>> {
    const page = this.#page
    const now = await page.evaluate(() => formFinder.fields())
    for (const { mark, name, kind, type } of now) {
      if (!fields.some((field) => field.name === name)) continue
      await page.locator(`[data-finder="${mark}"]`).fill(kind === 'secret' ? SECRET : wordsFor(type, ++this.#typed))
    }
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const typed = await this.#values(fields)
    const names = fields.filter(({ kind }) => kind === 'typed').map(({ name }) => name)
    expect(Object.keys(typed).toSorted()).toEqual([...new Set(names)].toSorted())
    for (const name of names) expect(typed[name], `${name} takes what is typed`).not.toBe('')
    return typed
  }

  /** Values of all fields that are not secret; of rows with the same names the first that has a value. */
  async #values(fields: FoundField[]): Promise<Record<string, string>> {
    const now = await this.#page.evaluate(() => formFinder.fields())
    const asked = fields.filter(({ kind }) => kind === 'typed').map(({ name }) => name)
    const held: Record<string, string> = {}
    for (const { name, value } of now) if (asked.includes(name)) held[name] ||= value
    return held
  }

  async #shown(layer: string, fields: FoundField[]): Promise<boolean> {
    await this.#settled()
    const now = await this.#look()
    return now.layer === layer && fields.every(({ name }) => now.fields.some((field) => field.name === name))
  }

  async #goto(address: string): Promise<void> {
    await this.#page.goto(address)
    await this.#loaded()
  }

  async #loaded(): Promise<void> {
    // A layer named in the URL hides the screen's roles.
    await this.#page.locator('h1').first().waitFor()
    await this.#settled()
  }

  #look() {
    return this.#page.evaluate(() => ({
      layer: formFinder.layer(),
      title: formFinder.open() ? 'dialog' : '',
      fields: formFinder.fields(),
      buttons: formFinder.buttons(),
    }))
  }

  async #press(shape: string): Promise<boolean> {
    const done = await this.#page.evaluate((wanted) => formFinder.press(wanted), shape)
    await this.#settled()
    return done
  }

  async #close(): Promise<void> {
    for (let tries = 0; tries < 2 && (await this.#page.evaluate(() => formFinder.open())); tries++) {
      await this.#page.keyboard.press('Escape')
      await this.#settled()
    }
  }

  /** Loads the URL if needed, then presses the buttons that lead to the place, as far as necessary. */
  async #follow(address: string, steps: string[], enough = () => Promise.resolve(false)): Promise<boolean> {
    const page = this.#page
    await this.#close()
    if (new URL(page.url()).pathname !== address || (await page.evaluate(() => formFinder.open()))) {
      await this.#goto(address)
    }
    for (const step of steps) {
      if (await enough()) return true
      await this.#press(step)
    }
    return enough()
  }

  /** Closes what the last press opened. */
  async #backTo(place: Sight, address: string, steps: string[]): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      if (new URL(this.#page.url()).pathname === address && alike(await this.#look(), place)) return
      await this.#page.keyboard.press('Escape')
      await this.#settled()
    }
    await this.#goto(address)
    await this.#follow(address, steps)
  }

  /** Advances the page's clock until nothing is loading and everything is rendered. */
  async #settled(): Promise<void> {
    do await this.#page.evaluate(runOn)
    while (this.#open.size > 0)
  }
}

/** The same form with one more row: the button that leads to it is inside the form, and no tab. */
function grownFrom({ steps, fields }: Place, place: Place): boolean {
  const more = steps.slice(place.steps.length)
  return (
    place.steps.every((step, at) => step === steps[at]) &&
    more.length > 0 &&
    !more.some((step) => step.startsWith('tab|')) &&
    fields.some(({ form }) => form >= 0 && place.fields.some((field) => field.form === form))
  )
}

/** The same layer with the same fields. */
function alike(one: Sight, other: Sight): boolean {
  const names = ({ fields }: Sight) => fields.map(({ name }) => name).join('|')
  return one.layer === other.layer && names(one) === names(other)
}

/**
 * Runs in the page: advances its clock twice, each time until React and the router are idle. With `page.clock`, each of
 * some thousand calls would add a script to every later page.
 */
async function runOn(): Promise<void> {
  const { controller } = (globalThis as unknown as { __pwClock: { controller: { runFor(ms: number): Promise<void> } } })
    .__pwClock
  for (let quiet = 0; quiet < 2; quiet++) {
    await controller.runFor(400)
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      let turns = 3
      port1.onmessage = () => (--turns === 0 ? resolve() : port2.postMessage(null))
      port2.postMessage(null)
    })
  }
}

function wordsFor(type: string, number: number): string {
  const day = `2031-05-${String((number % 27) + 1).padStart(2, '0')}`
  const typed: Record<string, string> = {
    date: day,
    'datetime-local': `${day}T09:30`,
    time: '09:30',
    number: String(number),
    url: `https://getippt-${number}.example`,
    email: `getippt-${number}@redaktion.example`,
    tel: `+49 30 ${number}`,
  }
  return typed[type] ?? `getippt-${number}`
}
