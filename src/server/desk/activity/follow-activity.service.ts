import { ACTIVITY_NOUNS, followedCard, type ActivityNoun } from '../../../nouns/followed.ts'
import { activityVerb, REPEATED_VERBS, type ActivityVerb } from '../../../rules/activity.ts'
import type { Tx } from '../../platform/db/db.ts'
import { changesOf, type Change } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { currentRequester } from '../../platform/requester.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as queries from './activity.queries.ts'

/** Work without a request, such as a job: each transaction is a line of its own. */
const ofJobs = new WeakMap<Tx, string>()

/**
 * Writes the activity inside the transaction of each change (TEAM-11): every write of a noun is announced.
 * What an import writes, and what the server does by itself, adds nothing, except what readers notice.
 */
export function followActivity({ db, clock }: Pick<Runtime, 'db' | 'clock'>): void {
  changesOf(db).onChange(async (tx, change) => {
    if (change.quiet) return
    const requester = currentRequester()
    if (change.noun === 'undos') {
      const { store } = change.facts as { store: string }
      if (requester) await queries.setUndo(tx, requester.requestId, JSON.stringify({ store, id: change.id }))
      return
    }
    const noun = nounOf(change)
    if (noun === null) return
    const actorId = change.by === undefined ? (requester?.userId ?? null) : change.by
    const title = await queries.findTitle(tx, noun, change.id)
    const verb = verbOf(change, noun, title !== null)
    if (verb === null || (actorId === null && !activityVerb(verb).automatic)) return
    await queries.addDeed(tx, {
      noun,
      recordId: change.id,
      verb,
      title: await titleFor(tx, noun, { title, change }),
      actorId,
      at: clock(),
      requestId: requester?.requestId ?? requestOfJob(tx),
      continues: requester?.bulk !== true && REPEATED_VERBS.has(verb),
      states: change.states,
    })
  })
}

/** The title to store. Names of persons are looked up when lines are read, so that they go with their record. */
async function titleFor(tx: Tx, noun: ActivityNoun, { title, change }: { title: string | null; change: Change }) {
  if (followedCard(noun)?.gone) return ''
  return title ?? change.title ?? (await queries.findLastTitle(tx, change.id)) ?? ''
}

function requestOfJob(tx: Tx): string {
  const known = ofJobs.get(tx) ?? newId()
  ofJobs.set(tx, known)
  return known
}

/** The noun of the record that was changed. The day for which an article is planned stands beside it. */
function nounOf({ noun }: Change): ActivityNoun | null {
  const name = noun === 'planning' ? 'articles' : noun
  return ACTIVITY_NOUNS.find((one) => one === name) ?? null
}

/** What was done; null for what is no deed of its own. */
function verbOf(
  { noun, verb, done, states, hidden }: Change,
  card: ActivityNoun,
  exists: boolean,
): ActivityVerb | null {
  if (verb === 'removed') return done ?? (exists ? 'removed' : 'purged')
  if (!exists) return null
  if (noun === 'planning') return 'planned'
  if (done) return done
  if (states) return verbOfStates(states, hidden ?? false)
  if (verb === 'created') return 'created'
  // A text is written in one place, which names its states. All else that is announced of one follows from another change.
  return isText(card) ? null : 'edited'
}

const isText = (noun: ActivityNoun) => noun === 'articles' || noun === 'pages'

function verbOfStates({ was, is }: NonNullable<Change['states']>, hidden: boolean): ActivityVerb {
  if (is?.status === 'published') return was?.status !== 'published' ? 'published' : hidden ? 'edited' : 'renewed'
  if (was === null) return 'created'
  if (is?.status === 'scheduled')
    return was.status === 'scheduled' && was.published_at === is.published_at ? 'edited' : 'scheduled'
  if (was.status === 'published') return 'withdrawn'
  return was.status === 'scheduled' ? 'unscheduled' : 'edited'
}
