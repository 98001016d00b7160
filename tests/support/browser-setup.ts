import type { FullConfig } from '@playwright/test'
import { findPostgres, POSTGRES_MISSING, startPostgres } from './postgres.ts'

/**
 * Global set-up of the browser tests: one throwaway PostgreSQL for all workers, if the run includes the project that
 * needs it.
 */
export default async function setUp(config: FullConfig): Promise<(() => Promise<void>) | undefined> {
  const wanted = config.projects.some((project) => project.name === 'postgres')
  if (!wanted || process.env.TEST_DATABASE_URL) return undefined
  if (!findPostgres()) throw new Error(`${POSTGRES_MISSING} Without it, run with --project=sqlite.`)
  const cluster = await startPostgres()
  process.env.TEST_DATABASE_URL = cluster.url
  return () => cluster.stop()
}
