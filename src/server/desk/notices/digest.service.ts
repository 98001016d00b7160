import { html } from 'hono/html'
import { letterPage } from '../../platform/letter-page.ts'
import { DIGEST_HOUR, noticeDetail, NOTICE_GROUPS, noticeKind, type NoticeKind } from '../../../rules/notices.ts'
import { personName } from '../../../rules/person-name.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Mail } from '../../platform/mail.ts'
import { roleOf } from '../../../rules/roles.ts'
import { ownAddress } from '../../platform/own-address.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { readSettings, siteTitle } from '../../settings/settings.service.ts'
import { kindsFor } from './notices.queries.ts'
import { canMail } from './notices.service.ts'

/** The kind of mail order that `digestMail` composes. */
export const DIGEST_MAIL = 'notice_digest'

/** Orders a mail in a transaction (`people/mail`); passed in, since the desk does not know that module. */
type Order = (
  tx: Tx,
  mail: { kind: string; email: string; user_id: string; digest_id: string },
  now: Date,
) => Promise<void>

/** Unread things that wait for the mail. */
function selectWaiting(db: Db) {
  return db
    .selectFrom('notice_things')
    .innerJoin('notices', 'notices.id', 'notice_things.notice_id')
    .where('mail', '=', 1)
    .where('read_at', 'is', null)
}

/** Whether anything waits for a mail. */
export async function isAnythingToMail(runtime: Pick<Runtime, 'db' | 'config'>): Promise<boolean> {
  return canMail(runtime) && (await selectWaiting(runtime.db).select('record_id').limit(1).execute()).length > 0
}

/**
 * Orders the daily mail of each account whose hour has come and who has unread things for it. The day, the things and
 * the order are written in one transaction: nothing is ordered twice, and nothing is lost between two steps.
 */
export async function orderDigests({ db, clock }: Pick<Runtime, 'db' | 'clock'>, order: Order): Promise<void> {
  const now = clock()
  const { effective_timezone: zone } = await readSettings(db)
  const wall = wallTimeOfInstant(now.toISOString(), zone)
  const [today, hour] = [wall.slice(0, 10), Number(wall.slice(11, 13))]
  const accounts = await selectWaiting(db)
    .innerJoin('users', 'users.id', 'notices.user_id')
    .leftJoin('notice_digests', 'notice_digests.user_id', 'users.id')
    .select(['users.id', 'users.email', 'hour', 'sent_on'])
    .where('approval', '=', 'approved')
    .where('email', 'is not', null)
    .distinct()
    .execute()
  for (const account of accounts) {
    if (hour < (account.hour ?? DIGEST_HOUR) || (account.sent_on ?? '') >= today) continue
    await inTransaction(db, async (tx) => {
      if (!(await claimDay(tx, account.id, today))) return
      const digest_id = newId()
      await putInto(tx, account.id, digest_id)
      await order(tx, { kind: DIGEST_MAIL, email: account.email ?? '', user_id: account.id, digest_id }, now)
    })
  }
}

/** Whether the account has had no mail on this day; from now on it has. */
async function claimDay(tx: Tx, user_id: string, today: string): Promise<boolean> {
  const row = await tx
    .insertInto('notice_digests')
    .values({ user_id, hour: null, sent_on: today })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sent_on: today })
        .where((where) =>
          where.or([where('notice_digests.sent_on', 'is', null), where('notice_digests.sent_on', '<', today)]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

async function putInto(tx: Tx, userId: string, digest_id: string): Promise<void> {
  await tx
    .updateTable('notice_things')
    .set({ mail: 0, digest_id })
    .where('mail', '=', 1)
    .where('notice_id', 'in', (from) =>
      from.selectFrom('notices').select('id').where('user_id', '=', userId).where('read_at', 'is', null),
    )
    .execute()
}

/** An order as its writer sees it; `interrupted`: a former attempt ended without an outcome. */
type Ordered = { email: string; details: unknown; interrupted: boolean }

/**
 * Composes the daily mail of an order, for the account's present address. Null where nothing in it is unread any more,
 * where the account may not see it any more, and where a former attempt may have sent it: it is never sent twice.
 */
export function digestMail(config: Config): (tx: Tx, order: Ordered) => Promise<Mail | null> {
  return async (tx, { details, interrupted }) => {
    if (interrupted) return null
    const { user_id, digest_id } = details as { user_id: string; digest_id: string }
    const user = await tx
      .selectFrom('users')
      .select(['email', 'role', 'lesser_role', 'approval'])
      .where('id', '=', user_id)
      .executeTakeFirst()
    if (!user?.email || user.approval !== 'approved') return null
    const kinds = kindsFor({ role: roleOf(user) })
    const rows = (await listMailed(tx, digest_id)).filter(({ kind }) => kinds.includes(kind))
    if (rows.length === 0) return null
    return writeDigest(rows, { to: user.email, site: siteTitle(await readSettings(tx)), own: ownAddress(config) })
  }
}

/** Titles of a notice that a mail spells out. */
const MOST_TITLES = 10

type Line = { kind: NoticeKind; sentence: string; detail: string }

/** The lines of a mail: one per notice, with the things that were put into it. */
async function listMailed(tx: Tx, digestId: string): Promise<Line[]> {
  const things = await tx
    .selectFrom('notice_things')
    .innerJoin('notices', 'notices.id', 'notice_things.notice_id')
    .leftJoin('users as actor', 'actor.id', 'notices.actor_id')
    .select(['notices.id', 'kind', 'noun', 'title', 'reason', 'actor_id', 'actor.email', 'actor.display_name'])
    .where('digest_id', '=', digestId)
    .where('read_at', 'is', null)
    .orderBy('changed_at', 'desc')
    .orderBy('noted_at')
    .orderBy('record_id')
    .execute()
  return [...Map.groupBy(things, ({ id }) => id).values()].map((own) => {
    const [{ kind: name, noun, title, reason, actor_id, email, display_name }] = own as [(typeof own)[number]]
    const kind = name as NoticeKind
    const actor = actor_id === null ? null : personName({ email, display_name })
    return {
      kind,
      sentence: noticeKind(kind).sentence({ noun, count: own.length, actor, title, reason }),
      detail: noticeDetail(kind, {
        count: own.length,
        reason,
        titles: own.slice(0, MOST_TITLES).map((thing) => thing.title),
      }),
    }
  })
}

function writeDigest(lines: Line[], { to, site, own }: { to: string; site: string; own: string }): Mail {
  const subject = lines.length === 1 ? `${site}: ${lines[0]?.sentence}` : `${site}: ${lines.length} Mitteilungen`
  const groups = (Object.keys(NOTICE_GROUPS) as (keyof typeof NOTICE_GROUPS)[]).flatMap((group) => {
    const its = lines.filter(({ kind }) => noticeKind(kind).group === group)
    return its.length === 0 ? [] : { words: NOTICE_GROUPS[group], its }
  })
  const choose = `${own}/admin/account/notices`
  const text = [
    'Guten Tag,',
    ...groups.map(({ words, its }) =>
      [words, ...its.map(({ sentence, detail }) => `– ${sentence}${detail && `\n  ${detail}`}`)].join('\n'),
    ),
    `Alle Mitteilungen:\n${own}/admin/notices`,
    `Was Sie per E-Mail bekommen, wählen Sie hier:\n${choose}`,
    site,
  ]
  const body = html`
    <p>Guten Tag,</p>
    ${groups.map(
      ({ words, its }) =>
        html`<h2 style="font-size: 16px; margin: 24px 0 8px">${words}</h2>
          <ul style="margin: 0; padding-left: 20px">
            ${its.map(
              ({ sentence, detail }) =>
                html`<li style="margin-bottom: 8px">${sentence}${detail && html`<br />${detail}`}</li>`,
            )}
          </ul>`,
    )}
    <p><a href="${own}/admin/notices">Alle Mitteilungen</a></p>
    <p>Was Sie per E-Mail bekommen, <a href="${choose}">wählen Sie in Ihrem Konto</a>.</p>
    <p>${site}</p>
  `
  return { to, fromName: site, subject, text: `${text.join('\n\n')}\n`, html: letterPage(subject, body) }
}
