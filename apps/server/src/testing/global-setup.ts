import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { startEmbeddedPostgres } from '../platform/postgres/index.ts'

export const TEMPLATE = 'ruwu_template'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the run; tests have copies of the migrated template. Nothing is kept, so nothing is synced. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-test-'))
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // When it comes round is chance, and a test's tables are small.
      autovacuum: 'off',
      max_connections: '200',
    },
  })
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = new URL(postgres.url)
  template.pathname = `/${TEMPLATE}`
  await migrate(template.href)
  project.provide('postgresUrl', postgres.url)

  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}
