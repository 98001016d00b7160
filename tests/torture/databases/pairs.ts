const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g
/** A slug of a title without Latin characters ends as its id does. */
const END_OF_ID = /\b[\da-f]{8}\b/g
const OWN_ADDRESS = /localhost(?::|%3A)\d+/g
/** Values that are random, or that count bytes and seconds of a server. */
const RANDOM = /^path$|token|secret|cursor|epoch|hash|signature|bytes|seconds|^url$/
/** How far apart two servers may do the same. */
const APART_MS = 60_000

type Fields = Record<string, unknown>
const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null

/** Which record of one blog is which of the other. Ids are random, so the two are paired where they stand at the same place. */
export class Pairs {
  readonly #there = new Map<string, string>()
  readonly #here = new Map<string, string>()

  /** A value for the first blog with the ids of the second. */
  translated<T>(value: T): T {
    return JSON.parse(JSON.stringify(value ?? null).replace(UUID, (id) => this.#there.get(id) ?? id)) as T
  }

  /** Where two responses differ, as `path: here | there`; at most a few. Pairs the ids that are new in both. */
  differences(here: unknown, there: unknown, path = '', field = ''): string[] {
    const said = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 160)
    const differ = () => [`${path}: ${said(here)} | ${said(there)}`]
    if (typeof here === 'string' && typeof there === 'string') return this.#isSame(here, there, field) ? [] : differ()
    if (!isRecord(here) || !isRecord(there)) return here === there || RANDOM.test(field) ? [] : differ()
    if (Array.isArray(here) !== Array.isArray(there)) return differ()
    if (Array.isArray(here) && here.length !== (there as unknown as unknown[]).length) return differ()
    // Records of one deed stand in the order of their milliseconds.
    const [one, other] = field === 'things' && Array.isArray(here) ? [this.#inOrder(here), byId(there)] : [here, there]
    const names = new Set([...Object.keys(one), ...Object.keys(other)])
    return [...names]
      .flatMap((name) =>
        this.differences(one[name], other[name], `${path}.${name}`, Array.isArray(here) ? field : name),
      )
      .slice(0, 5)
  }

  #isSame(here: string, there: string, field: string): boolean {
    if (RANDOM.test(field)) return true
    const [ids, others] = [here.match(UUID) ?? [], there.match(UUID) ?? []]
    if (ids.length !== others.length || !ids.every((id, place) => this.#pair(id, others[place]!))) return false
    const [times, later] = [here.match(INSTANT) ?? [], there.match(INSTANT) ?? []]
    if (times.length !== later.length || !times.every((time, place) => isClose(time, later[place]!))) return false
    const bare = (text: string) =>
      text.replace(UUID, 'id').replace(INSTANT, 'time').replace(END_OF_ID, 'end').replace(OWN_ADDRESS, 'host')
    return bare(here) === bare(there)
  }

  #pair(here: string, there: string): boolean {
    if (!this.#there.has(here) && !this.#here.has(there)) {
      this.#there.set(here, there)
      this.#here.set(there, here)
    }
    return this.#there.get(here) === there
  }

  /** Things in the order of the ids that they have in the other blog. */
  #inOrder(things: Fields): Fields {
    const keyed = Object.values(things).map(
      (thing) => [this.#there.get((thing as { id: string }).id) ?? '', thing] as const,
    )
    return { ...keyed.toSorted(([a], [b]) => a.localeCompare(b)).map(([, thing]) => thing) }
  }
}

const byId = (things: Fields): Fields => ({
  ...(Object.values(things) as { id: string }[]).toSorted((a, b) => a.id.localeCompare(b.id)),
})

const isClose = (here: string, there: string) => Math.abs(Date.parse(here) - Date.parse(there)) < APART_MS
