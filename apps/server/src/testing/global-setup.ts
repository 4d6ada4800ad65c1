import { mkdirSync, readdirSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { allEndpoints, type NamedEndpoint } from '@ruwu/contract'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { z } from 'zod'
import { migrate } from '../db/migrate.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded-postgres.ts'
import { type OrdinaryPostgres, startOrdinaryPostgres } from './ordinary-postgres.ts'
import { addTestFunctions, TEMPLATE } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A data folder for tests of the embedded PostgreSQL to copy; they create it. */
    stoppedClusterDir: string
  }
}

/** Nothing is kept, so nothing is synced. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  // When it comes round is chance, and a test's tables are small.
  autovacuum: 'off',
  max_connections: '200',
}

/** With POSTGRES_BIN_DIR, that version instead of the embedded one; tests of the embedded server have their own. */
async function startOrdinary(): Promise<OrdinaryPostgres | undefined> {
  const binDir = process.env.POSTGRES_BIN_DIR
  return binDir ? startOrdinaryPostgres(binDir, SETTINGS) : undefined
}

/** One real PostgreSQL for the run; tests have copies of the migrated template. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'ruwu-test-'))
  // As root, clusters below it belong to another user.
  await chmod(dataDir, 0o711)
  const postgres =
    (await startOrdinary()) ?? (await startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS }))
  const admin = new Client({ connectionString: postgres.adminUrl })
  await admin.connect()
  await admin.query(`create database ${TEMPLATE}`)
  await admin.end()
  const template = new URL(postgres.adminUrl)
  template.pathname = `/${TEMPLATE}`
  await migrate(template.href)
  await addTestFunctions(template.href)
  process.env.TEST_FILES_DIR = path.join(dataDir, 'files')
  mkdirSync(process.env.TEST_FILES_DIR)
  project.provide('postgresUrl', postgres.adminUrl)
  project.provide('stoppedClusterDir', path.join(dataDir, 'stopped-cluster'))
  const isolationDir = path.join(dataDir, 'isolation')
  project.provide('isolationDir', isolationDir)
  const auditedDir = path.join(dataDir, 'audited')
  project.provide('auditedDir', auditedDir)

  return async () => {
    await postgres.stop()
    const problems = (await isWholeRun(project)) ? untestedCalls(isolationDir, auditedDir) : []
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
}

/** Whether every file of the project has run, and not only tests of some names. */
async function isWholeRun({ name, vitest }: TestProject): Promise<boolean> {
  const all = (await vitest.globTestSpecifications()).filter(({ project }) => project.name === name)
  const done = vitest.state.getTestModules().filter(({ project }) => project.name === name)
  return done.length === all.length && !vitest.config.testNamePattern
}

/** What no test of this run has registered: endpoints that take ids, and audit actions that endpoints name. */
function untestedCalls(isolationDir: string, auditedDir: string): string[] {
  const isolated = untested(isolationDir, ({ name, endpoint: { body, query } }) =>
    takesIds(body) || takesIds(query) ? [name] : [],
  )
  const audited = untested(auditedDir, ({ name, endpoint: { audit } }) => audit.map((action) => `${name} ${action}`))
  return [
    ...(isolated ? [`no test shows that another enterprise's ids look absent (absentForRival): ${isolated}`] : []),
    ...(audited ? [`no test has seen an audit entry (auditEntries): ${audited}`] : []),
  ]
}

function untested(dir: string, namesOf: (each: NamedEndpoint) => string[]): string {
  mkdirSync(dir, { recursive: true })
  const tested = new Set(readdirSync(dir))
  return allEndpoints()
    .flatMap(namesOf)
    .filter((name) => !tested.has(name))
    .join(', ')
}

/**
 * At any depth; a filter is JSON that may hold ids. A picture code's id, an application's, a template's, a notice's and a package's
 * belong to no enterprise.
 */
function takesIds(schema: z.ZodType | undefined): boolean {
  if (!schema) return false
  const shape = JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))
  return /"(id|(?!captcha|client|template|notice|package)\w*Ids?|filter)":\{/.test(shape)
}
