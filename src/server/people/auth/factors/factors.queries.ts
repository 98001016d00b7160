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

/** Deletes an account's unverified factors enrolled before `before`. */
export async function deleteAbandonedFactors(tx: Tx, userId: string, before: string): Promise<void> {
  await tx
    .deleteFrom('auth_factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where('created_at', '<', before)
    .execute()
}

/** Deletes an account's other unverified factors of a type. */
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
 * Records the time step of a code. False when this step or a later one was used before; a stored step further ahead
 * than clocks may differ comes from a wrong clock and is ignored.
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

/** Replaces the credential that was checked. False when it has changed in the meantime. */
export async function replaceCredential(tx: Tx, { id, credential }: FactorRow, by: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('auth_factors')
    .set({ credential: by })
    .where('id', '=', id)
    .where('credential', credential === null ? 'is' : '=', credential)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the second factors of an account, or those enrolled or verified since an instant. Returns their number. */
export async function deleteFactorsOf(tx: Tx, userId: string, since?: string): Promise<number> {
  let query = tx.deleteFrom('auth_factors').where('user_id', '=', userId)
  if (since) query = query.where('updated_at', '>=', since)
  return Number((await query.executeTakeFirst()).numDeletedRows)
}
