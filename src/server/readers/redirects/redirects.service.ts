import { ApiError, invalidField } from '../../../contract/errors.ts'
import type { CreateRedirect, Redirect } from '../../../contract/redirects.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { isOwnPath, keyOf, meets, MOST_PARAMETERS, readAddress, shapeOf, type TypedAddress } from './old-address.ts'
import * as queries from './redirects.queries.ts'
import { NEW_SHAPE } from './redirects.public.ts'

/** An old address and its target: one of `to`, `article_id` and `page_id`, or none with status 410. */
export type RedirectWish = Partial<Pick<CreateRedirect, 'to' | 'article_id' | 'page_id'>> & {
  from: string
  status?: 301 | 410
  /** `to` shows something itself: it stays the target, even if an old address is stored there, too. */
  isAnswered?: boolean
}

/** Result for one redirect; refused ones with the field and the reason in German. */
export type RedirectOutcome =
  | { outcome: 'created' | 'unchanged'; id: string }
  | { outcome: 'refused'; field: string; reason: string; taken?: true }

/** Each shape at a path costs an index lookup for each request with a query. */
const MOST_SHAPES = 20

/**
 * Adds redirects of old addresses (RUL-56) in the caller's transaction: one by hand, many by an import. An address that
 * already redirects to the same target is `unchanged`. Redirects to one of these addresses get its target, so that a
 * reader is redirected once. `own` are the origins of this site. Takes the lock `redirects`, the last one in the order:
 * write articles and pages before.
 */
export async function addRedirects(
  db: Db,
  wishes: readonly RedirectWish[],
  { actor, own = [] }: { actor: Pick<Actor, 'now'> & { caller: Actor['caller'] | null }; own?: readonly string[] },
): Promise<RedirectOutcome[]> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'redirects')
    const read = wishes.map((wish) => readWish(wish, own))
    const whole = read.flatMap((wish) => ('outcome' in wish ? [] : [wish]))
    const known = {
      taken: await queries.readTaken(
        tx,
        whole.map(({ from }) => keyOf(from)),
      ),
      living: await queries.livingTargets(tx, {
        articles: whole.flatMap(({ target }) => target.article_id ?? []),
        pages: whole.flatMap(({ target }) => target.page_id ?? []),
      }),
      targeted: await queries.readTargeted(
        tx,
        whole.map(({ from }) => from.path),
      ),
      shapes: new Map<string, Set<string>>(),
      addsShape: false,
    }
    const outcomes: RedirectOutcome[] = []
    for (const wish of read) outcomes.push('outcome' in wish ? wish : await add(tx, wish, { known, actor }))
    const first = outcomes.find(({ outcome }) => outcome === 'created')
    if (first && 'id' in first)
      await announce(tx, {
        noun: 'redirects',
        id: first.id,
        verb: 'created',
        ...(known.addsShape ? { facts: NEW_SHAPE } : {}),
      })
    return outcomes
  })
}

/** The same for one address, with the errors of the API: 400 that names the field, 409 `redirect_exists`. */
export async function addRedirect(
  db: Db,
  wish: RedirectWish,
  context: { actor: Actor; own: readonly string[] },
): Promise<Redirect> {
  return inTransaction(db, async (tx) => {
    const [made] = await addRedirects(tx, [wish], context)
    if (!made || made.outcome === 'refused') {
      const { field = 'from', reason = '', taken } = made ?? {}
      throw taken ? new ApiError('redirect_exists', { fields: [{ field, reason }] }) : invalidField(field, reason)
    }
    if (made.outcome === 'unchanged')
      throw new ApiError('redirect_exists', {
        fields: [{ field: 'from', reason: 'Diese alte Adresse leitet schon dorthin.' }],
      })
    const redirect = await queries.getRedirect(tx, made.id)
    if (!redirect) throw new Error('a redirect that was just made is not there')
    return redirect
  })
}

/** Deletes redirects, or undoes their creation; returns their number. */
export async function removeRedirects(db: Db, ids: readonly string[]): Promise<number> {
  return inTransaction(db, async (tx) => {
    await lockFor(tx, 'redirects')
    const count = await queries.deleteRedirects(tx, ids)
    const [id] = ids
    if (count > 0 && id !== undefined) await announce(tx, { noun: 'redirects', id, verb: 'removed' })
    return count
  })
}

type ReadWish = {
  from: TypedAddress
  to: TypedAddress | null
  target: queries.Target
  status: 301 | 410
  isAnswered: boolean
}
type Refused = Extract<RedirectOutcome, { outcome: 'refused' }>

const refused = (field: string, reason: string): Refused => ({ outcome: 'refused', field, reason })

/** Parses the addresses of a requested redirect, or returns its fault. */
function readWish(wish: RedirectWish, own: readonly string[]): ReadWish | Refused {
  const { status = 301, isAnswered = false } = wish
  const from = readAddress(wish.from, own)
  if ('fault' in from) return refused('from', from.fault)
  if (from.text.includes('#')) return refused('from', 'Was hinter # steht, erfährt der Server nie. Bitte ohne angeben.')
  if (isOwnPath(from)) return refused('from', 'Unter dieser Adresse antwortet der Blog selbst.')
  if (from.query.size > MOST_PARAMETERS) return refused('from', `Höchstens ${MOST_PARAMETERS} Parameter`)
  const given = { to: wish.to || null, article_id: wish.article_id ?? null, page_id: wish.page_id ?? null }
  const [first, ...others] = Object.entries(given).flatMap(([field, value]) => (value === null ? [] : [field]))
  if (status === 410 && first !== undefined) return refused(first, 'Was es nicht mehr gibt (410), führt nirgendwohin.')
  if (status === 301 && first === undefined) return refused('to', 'Bitte angeben, wohin die alte Adresse führt.')
  if (others[0] !== undefined) return refused(others[0], 'Eine alte Adresse führt an einen Ort, nicht an mehrere.')
  const to = given.to === null ? null : readAddress(given.to, own)
  if (to && 'fault' in to) return refused('to', to.fault)
  const { article_id, page_id } = given
  return { from, to, target: { to_address: to?.text ?? null, article_id, page_id }, status, isAnswered }
}

type Known = {
  taken: Map<string, queries.Met>
  living: Set<string>
  targeted: Set<string>
  shapes: Map<string, Set<string>>
  addsShape: boolean
}

async function add(
  tx: Tx,
  wish: ReadWish,
  { known, actor }: { known: Known; actor: Pick<Actor, 'now'> & { caller: Actor['caller'] | null } },
): Promise<RedirectOutcome> {
  const { from, status } = wish
  const key = keyOf(from)
  for (const field of ['article_id', 'page_id'] as const) {
    const id = wish.target[field]
    if (id !== null && !known.living.has(id))
      return refused(field, field === 'article_id' ? 'Diesen Artikel gibt es nicht' : 'Diese Seite gibt es nicht')
  }
  const target = await endOf(tx, wish)
  if (target === null) return refused('to', 'Das wäre ein Kreis: Von dort führt der Weg wieder zur alten Adresse.')
  const taken = known.taken.get(key)
  if (taken)
    return isSame(taken, { ...target, status })
      ? { outcome: 'unchanged', id: taken.id }
      : { ...refused('from', 'Diese alte Adresse leitet schon weiter.'), taken: true }
  const shape = shapeOf(from)
  if (shape !== '') {
    const shapes = known.shapes.get(from.path) ?? new Set(await queries.shapesAt(tx, from.path))
    known.shapes.set(from.path, shapes)
    if (!shapes.has(shape) && shapes.size >= MOST_SHAPES)
      return refused('from', `An einem Pfad lassen sich höchstens ${MOST_SHAPES} Arten von Parametern unterscheiden.`)
    if (!shapes.has(shape)) known.addsShape = true
    shapes.add(shape)
  }
  const id = newId()
  const to = target.to_address === null ? null : toPath(target.to_address)
  await queries.insertRedirect(tx, {
    id,
    from_address: from.text,
    from_key: key,
    path: from.path,
    shape,
    ...target,
    to_path: to,
    status,
    search_text: `${readable(from.text)}\n${readable(target.to_address ?? '')}`.toLowerCase(),
    author_id: actor.caller?.userId ?? null,
    created_at: actor.now.toISOString(),
  })
  known.taken.set(key, { id, status, ...target })
  if (status === 301 && known.targeted.has(from.path)) await leadOn(tx, from, { ...target, to_path: to })
  if (to !== null) known.targeted.add(to)
  return { outcome: 'created', id }
}

/** The final target, with old addresses resolved; null where that is the old address itself. */
async function endOf(tx: Tx, { from, to, target, isAnswered }: ReadWish): Promise<queries.Target | null> {
  let at = to
  let end = target
  const seen = new Set<string>()
  while (at !== null) {
    if (meets(from, at) || seen.has(at.text)) return null
    seen.add(at.text)
    if (isAnswered) return end
    const next =
      (at.query.size > 0 && (await queries.findByQuery(tx, at, await queries.shapesAt(tx, at.path)))) ||
      (await queries.findByPath(tx, at))
    if (!next || next.status === 410) return end
    const { to_address, article_id, page_id } = next
    end = { to_address, article_id, page_id }
    at = to_address === null ? null : typed(to_address)
  }
  return end
}

/** Redirects that point to this old address get its target. */
async function leadOn(tx: Tx, from: TypedAddress, target: queries.Target & { to_path: string | null }): Promise<void> {
  const rows = await queries.leadingTo(tx, from.path)
  const ids = rows.flatMap(({ id, to_address }) => (to_address !== null && meets(from, typed(to_address)) ? id : []))
  await queries.retarget(tx, ids, target)
}

function isSame(a: queries.Target & { status: number }, b: queries.Target & { status: number }): boolean {
  return (['to_address', 'article_id', 'page_id', 'status'] as const).every((field) => a[field] === b[field])
}

/** An address that was validated before it was stored. */
function typed(stored: string): TypedAddress {
  const address = readAddress(stored)
  if ('fault' in address) throw new Error(`a stored address is none: ${address.fault}`)
  return address
}

function toPath(stored: string): string {
  return typed(stored).path
}

function readable(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
