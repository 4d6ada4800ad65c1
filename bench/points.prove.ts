import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Run } from '../scripts/lib/figures-runner.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = ['features/points/ledger-property', 'features/order/purchase-property']

/** The property tests of points and orders, with many seeds: the balance is the sum of the ledger, and every payment counts once. */
export const run: Run = async (report, { isSmall }) => {
  const seeds = isSmall ? 5 : 200
  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-points-seeds-'))
  const file = path.join(folder, 'report.json')
  const args = ['run', '--project', 'server', '--reporter=json', `--outputFile.json=${file}`, ...FILES]
  const env = { ...process.env, POINTS_SEEDS: String(seeds) }
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, ...args], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  await once(child, 'exit')
  const { numPassedTests, testResults } = JSON.parse(await readFile(file, 'utf8')) as {
    numPassedTests: number
    testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
  }
  await rm(folder, { recursive: true, force: true })
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
  for (const { fullName, failureMessages } of failed) console.error(fullName, failureMessages.join('\n'))
  const asked = FILES.length * seeds
  report({
    name: 'points.seeds',
    value: numPassedTests,
    unit: 'runs',
    budget: asked,
    isWithin: numPassedTests === asked,
  })
}
