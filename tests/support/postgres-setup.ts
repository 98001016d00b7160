import { type PostgresCluster, startPostgres } from './postgres.ts'

/**
 * Global set-up of the vitest project `api-postgres`: one throwaway cluster for the whole run, found by the tests in
 * TEST_DATABASE_URL. Where that is set already, the server it names is used and left alone.
 */
let cluster: PostgresCluster | undefined

export async function setup(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return
  cluster = await startPostgres()
  process.env.TEST_DATABASE_URL = cluster.url
}

export async function teardown(): Promise<void> {
  if (!cluster) return
  delete process.env.TEST_DATABASE_URL
  await cluster.stop()
}
