import { randomInt } from 'node:crypto'
import * as accounts from '../../server/people/accounts/accounts.service.ts'
import { OPEN_SETUP } from '../../server/people/accounts/setup-code.ts'
import { hashPassword } from '../../server/people/auth/account/passwords.ts'
import { addEmailIdentity } from '../../server/people/auth/account/email-identity.service.ts'
import type { Tx } from '../../server/platform/db/db.ts'
import type { Caller } from '../../server/platform/caller.ts'
import { readSettings, saveSettings } from '../../server/settings/settings.service.ts'

/** Somebody the seed makes an account for; the password is known here alone. */
export type Person = {
  id: string
  name: string
  email: string
  password: string
  standing: 'owner' | 'approved' | 'pending'
}
type Applicant = Omit<Person, 'id'> & { passwordHash: string }

const PEOPLE = [
  { name: 'Mira Öztürk', address: 'mira.oeztuerk', standing: 'owner' },
  { name: 'Ruth Adler', address: 'ruth.adler', standing: 'approved' },
  { name: 'Henrik Böhme', address: 'henrik.boehme', standing: 'approved' },
  { name: 'Jonas Weidenhöfer', address: 'jonas.weidenhoefer', standing: 'pending' },
] as const

/** The four people with random passwords, hashed as sign-up would; outside any transaction, since hashing takes its time. */
export async function invitePeople(): Promise<Applicant[]> {
  return Promise.all(
    PEOPLE.map(async ({ name, address, standing }) => {
      const password = randomPassword()
      return {
        name,
        email: `${address}@zwischenspeicher.example`,
        standing,
        password,
        passwordHash: await hashPassword(password),
      }
    }),
  )
}

/**
 * Makes the accounts through the one way to an account (RUL-4): the first owns the database, the owner approves two, the last
 * one waits, whatever the registration mode is.
 */
export async function createPeople(tx: Tx, applicants: Applicant[], now: Date): Promise<Person[]> {
  const people: Person[] = []
  const { registration } = await readSettings(tx)
  // Written directly: `saveSettings` locks the settings, and accounts are locked before them (ADR 16).
  await tx.updateTable('settings').set({ registration: 'freigabe' }).execute()
  let owner: Caller | undefined
  for (const { passwordHash, ...person } of applicants) {
    const { email, name, standing } = person
    const account = { email, passwordHash, metadata: { name }, confirmed: true }
    const { user } = await accounts.createAccount(tx, account, { now, setup: OPEN_SETUP })
    await addEmailIdentity(tx, user.id, email, now)
    people.push({ ...person, id: user.id })
    if (!owner) {
      if (user.role !== 'owner') throw new Error(`the first account became ${user.role}`)
      owner = {
        userId: user.id,
        email,
        sessionId: '',
        aal: 'aal1',
        needsAal2: false,
        role: 'owner',
        approval: 'approved',
      }
    } else if (standing === 'approved') {
      await accounts.updateUser(tx, { id: user.id, approval: 'approved' }, { caller: owner, now })
    }
  }
  if (owner) await saveSettings(tx, { ...SITE, registration }, { caller: owner, now })
  return people
}

const SITE = {
  site_title: 'Zwischenspeicher',
  site_description: 'Notizen über Technik, Spiele und künstliche Intelligenz',
  author_name: 'Redaktion Zwischenspeicher',
  timezone: 'Europe/Berlin',
  public_date_format: 'd. MMMM yyyy' as const,
}

/** Sixteen signs of an alphabet without look-alikes, in groups of four: 78 bits. */
function randomPassword(): string {
  const signs = Array.from({ length: 16 }, () => 'abcdefghjkmnpqrstuvwxyz23456789'[randomInt(31)])
  return [0, 4, 8, 12].map((start) => signs.slice(start, start + 4).join('')).join('-')
}
