import type { Secrets } from './secrets.ts'
import { paint, type Shown } from './pictures.ts'
import type { Desk } from './desk.ts'

export type Picture = {
  id: string
  url: string
  /** Its name in the bucket, without the extension. */
  name: string
  alt: string
  caption: string
  shown: Shown
  /** Its content before it was replaced, and the id that undoes the replacement. */
  former: { shown: Shown; id: string } | null
  state: 'living' | 'trashed' | 'gone'
}

const MOST_PICTURES = 24

/** The pictures of a blog, and actions that delete, replace and restore them. */
export class Album {
  readonly #desk: Pick<Desk, 'doing' | 'call' | 'send'>
  readonly #secrets: Secrets
  readonly #random: () => number
  readonly #found: (path: string) => void
  readonly #pictures: Picture[] = []
  #painted = 0

  constructor(
    desk: Pick<Desk, 'doing' | 'call' | 'send'>,
    { secrets, random, found }: { secrets: Secrets; random: () => number; found: (path: string) => void },
  ) {
    this.#desk = desk
    this.#secrets = secrets
    this.#random = random
    this.#found = found
  }

  get pictures(): readonly Picture[] {
    return this.#pictures
  }

  /** A random picture. */
  any(): Picture | null {
    return this.#pictures[Math.floor(this.#random() * this.#pictures.length)] ?? null
  }

  async change(): Promise<void> {
    const picture = this.any()
    const chance = this.#random()
    if (!picture || (this.#pictures.length < MOST_PICTURES && chance < 0.2)) return this.upload()
    if (picture.state === 'trashed') return chance < 0.6 ? this.#restore(picture) : this.#purge(picture)
    if (chance < 0.5) return this.#trash(picture)
    if (chance < 0.7) return this.#describe(picture)
    return picture.former && chance < 0.8 ? this.#takeBack(picture) : this.#replace(picture)
  }

  async upload(): Promise<void> {
    const shown = await this.#paint()
    const picture: Picture = {
      ...{ id: '', url: '', name: '', alt: '', caption: '', shown, former: null, state: 'living' },
    }
    await this.#desk.doing(
      async () => {
        const made = await this.#desk.send('POST', '/api/media?filename=bild.png', shown.bytes, 201)
        const name = /[0-9a-f-]{36}/.exec(made.url)![0]
        Object.assign(picture, { id: made.id, url: made.url, name: this.#secrets.keep(name) })
      },
      () => this.#pictures.push(picture),
    )
    const small = picture.url.replace('/object/', '/render/image/')
    for (const address of [picture.url, small, `${small}?width=480`, `${small}?width=800`, `${picture.url}?download`])
      this.#found(address)
    await this.#describe(picture)
  }

  async #describe(picture: Picture): Promise<void> {
    const [alt, caption] = [this.#secrets.word(), this.#secrets.word()]
    await this.#desk.doing(
      () =>
        this.#desk.call('PATCH', `/api/media/${picture.id}`, { alt: `Bild ${alt}`, caption: `Zeigt ${caption}` }, 200),
      () => Object.assign(picture, { alt, caption }),
    )
  }

  async #trash(picture: Picture): Promise<void> {
    await this.#desk.doing(
      () => this.#desk.call('DELETE', `/api/media/${picture.id}`, undefined, 204),
      () => (picture.state = 'trashed'),
    )
  }

  async #restore(picture: Picture): Promise<void> {
    await this.#desk.doing(
      () => this.#desk.call('POST', `/api/trash/media/${picture.id}/restore`, {}, 200),
      () => (picture.state = 'living'),
    )
  }

  async #purge(picture: Picture): Promise<void> {
    await this.#desk.doing(
      () => this.#desk.call('DELETE', `/api/trash/media/${picture.id}`, undefined, 204),
      () => {
        picture.state = 'gone'
        this.#pictures.splice(this.#pictures.indexOf(picture), 1)
      },
    )
  }

  /** Replaces a picture; its former content is no longer public, under any address. */
  async #replace(picture: Picture): Promise<void> {
    const shown = await this.#paint()
    const former = { shown: picture.shown, id: '' }
    await this.#desk.doing(
      async () => {
        const address = `/api/media/${picture.id}/file?filename=neu.png`
        const replaced = await this.#desk.send('PUT', address, shown.bytes, 200)
        former.id = replaced.former_file_id
        this.#found(replaced.file_url)
      },
      () => Object.assign(picture, { shown, former }),
    )
  }

  async #takeBack(picture: Picture): Promise<void> {
    const { shown, id } = picture.former!
    await this.#desk.doing(
      () => this.#desk.call('POST', `/api/media/${picture.id}/former-file`, { former_file_id: id }, 200),
      () => Object.assign(picture, { shown, former: null }),
    )
  }

  async #paint(): Promise<Shown> {
    return paint((this.#painted += 1), this.#secrets)
  }
}
