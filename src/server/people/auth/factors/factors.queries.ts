import type { AuthFactorsTable } from '../../../account-tables.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { TOTP_WINDOW } from './totp.ts'

export type FactorRow = AuthFactorsTable

export async function listFactors(db: Db, userId: string): Promise<FactorRow[]> {
  return db.selectFrom('auth_factors').selectAll().where('user_id', '=', userId).orderBy('created_at').execute()
}

/** A factor of this account, or null. */
export async function getFactor(db: Db, userId: string, id: string): Promise<FactorRow | null> {
  const row = await db
    .selectFrom('auth_factors')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

export async function insertFactor(tx: Tx, row: FactorRow): Promise<void> {
  await tx.insertInto('auth_factors').values(row).execute()
}

export async function updateFactor(tx: Tx, id: string, values: Partial<FactorRow>): Promise<void> {
  await tx.updateTable('auth_factors').set(values).where('id', '=', id).execute()
}

export async function deleteFactor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('auth_factors').where('id', '=', id).execute()
}

/** Removes an account's factors that were begun before `before` and never verified. */
export async function deleteAbandonedFactors(tx: Tx, userId: string, before: string): Promise<void> {
  await tx
    .deleteFrom('auth_factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', before)
    .execute()
}

/** Removes an account's other factors of a type that were never verified. */
export async function deleteUnverifiedBeside(tx: Tx, { user_id, factor_type, id }: FactorRow): Promise<void> {
  await tx
    .deleteFrom('auth_factors')
    .where('user_id', '=', user_id)
    .where('factor_type', '=', factor_type)
    .where('status', '=', 'unverified')
    .where('id', '!=', id)
    .execute()
}

/**
 * Remembers the time step of a code. False when this step or a later one was used before; one further ahead than any clock
 * may be was used while this one was.
 */
export async function claimStep(tx: Tx, id: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_factors')
    .set({ last_step: step })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('last_step', 'is', null),
        where('last_step', '<', step),
        where('last_step', '>', step + 2 * TOTP_WINDOW),
      ]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Puts a credential in the place of the one that was checked. False when that is not there any more. */
export async function replaceCredential(tx: Tx, { id, credential }: FactorRow, by: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_factors')
    .set({ credential: by })
    .where('id', '=', id)
    .where('credential', credential === null ? 'is' : '=', credential)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the second factors of an account, or those begun or verified since an instant. Returns how many. */
export async function deleteFactorsOf(tx: Tx, userId: string, since?: string): Promise<number> {
  let query = tx.deleteFrom('auth_factors').where('user_id', '=', userId)
  if (since) query = query.where('updated_at', '>=', since)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
