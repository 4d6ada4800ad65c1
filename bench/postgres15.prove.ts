import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startOrdinaryPostgres } from '@ruwu/server/testing/ordinary-postgres.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { ensureOldestPostgres } from '../scripts/lib/system-packages.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
/** Enough to know that migrations, retrieval, list and search run at all. */
const SMALL = ['engine/retrieval', 'list/', 'features/search', 'chat/message']

type TestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

/** The tests of the server on the oldest PostgreSQL that is supported. */
export const run: Run = async (report, { isSmall }) => {
  const binDir = await ensureOldestPostgres()
  const server = await startOrdinaryPostgres(binDir)
  await server.stop()
  const isOldest = server.version.startsWith('15.')
  report({ name: 'postgres15.version', value: server.version, unit: 'version', budget: 15, isWithin: isOldest })
  if (!isOldest) console.error(`PostgreSQL 15 is not available here: ${server.version} instead`)

  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-postgres15-'))
  const file = path.join(folder, 'report.json')
  const args = ['run', '--project', 'server', '--reporter=json', `--outputFile.json=${file}`, ...(isSmall ? SMALL : [])]
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
  const env = { ...process.env, POSTGRES_BIN_DIR: binDir }
  const child = spawn(process.execPath, [vitest, ...args], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  const { numPassedTests, testResults } = JSON.parse(await readFile(file, 'utf8')) as TestReport
  await rm(folder, { recursive: true, force: true })

  // Not loaded, or a hook failed: its tests are counted as skipped.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((it) => it.status === 'failed'),
  )
  const failed = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(
        ({ fullName, failureMessages }) => `${path.relative(ROOT, name)}: ${fullName}\n${failureMessages.join('\n')}`,
      ),
  )
  for (const each of [...broken.map(({ name, message }) => `${name}: ${message}`), ...failed]) console.error(each)
  const isWithin = numPassedTests > 0
  report({ name: 'postgres15.passed', value: numPassedTests, unit: 'tests', budget: '> 0', isWithin })
  const bad = failed.length + broken.length
  report({ name: 'postgres15.failed', value: bad, unit: 'tests', budget: 0, isWithin: bad === 0 && code === 0 })
}
