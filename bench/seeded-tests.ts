import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Report } from '../scripts/lib/figures-runner.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Test files of the server; `variable` is where they read the number of seeds, `tests` matches the names of those that have one each. */
type Asked = { name: string; files: readonly string[]; tests: string; variable: string; seeds: number }

/** Property tests with many seeds, each of which has to pass. */
export async function runSeeds(report: Report, { name, files, tests, variable, seeds }: Asked): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ruwu-seeds-'))
  const file = path.join(folder, 'report.json')
  const args = ['run', '--project', 'server', '--reporter=json', `--outputFile.json=${file}`, '-t', tests, ...files]
  const env = { ...process.env, [variable]: String(seeds) }
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
  const asked = files.length * seeds
  report({ name, value: numPassedTests, unit: 'runs', budget: asked, isWithin: numPassedTests === asked })
}
