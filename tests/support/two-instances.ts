import { DIALECT, startTestApp, type TestAccount, type TestApp } from './test-app.ts'

export type TwoInstances = {
  app: TestApp
  /** A second instance on the same database; null on SQLite, which allows one instance. */
  beside: TestApp
  owner: TestAccount
  /** Approved. */
  editor: TestAccount
  stop: () => Promise<void>
}

/** A blog with two accounts, on two instances if the database allows that. */
export async function startTwoInstances(env: Record<string, string> = {}): Promise<TwoInstances> {
  const app = await startTestApp({ env })
  const beside = DIALECT === 'postgres' ? await startTestApp({ beside: app, env }) : app
  const owner = await app.register()
  const editor = await app.register()
  await owner.call('PATCH', `/api/users/${editor.id}`, { approval: 'approved' })
  const stop = async () => {
    if (beside !== app) await beside.stop()
    await app.stop()
  }
  return { app, beside, owner, editor, stop }
}
