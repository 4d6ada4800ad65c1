import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { ensureConsoleBuilt } from './console-build.mjs'
import { proveSmall } from './figures.mjs'
import { artifacts, fromRoot } from './paths.mjs'
import { stream } from './run.mjs'
import { ensureChineseFont, ensureChromium, ensureClusterServices } from './system-packages.mjs'

const bin = (name) => fromRoot('node_modules', '.bin', name)

/** A check that a tool answers with its exit code alone. */
const check = (steps) => async (node) => {
  let isFine = true
  for (const [command, args] of steps(node)) isFine = (await stream(command, args)) === 0 && isFine
  return { passed: Number(isFine), failed: Number(!isFine), skipped: 0 }
}

/** Counts a vitest report; a file that could not even be loaded has no tests and counts as one failure. */
export function countReport(report, code) {
  const broken = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = report.numFailedTests + broken.length
  const passed = report.numPassedTests
  const skipped = report.numPendingTests + (report.numTodoTests ?? 0)
  // Also failed: no test at all, and an error outside of any test, which only the exit code tells.
  const isOtherwiseBad = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: failed + Number(isOtherwiseBad), skipped }
}

const vitest =
  (project, prepare = async () => ({})) =>
  async (node) => {
    const env = { ...process.env, ...(await prepare(node)) }
    const file = path.join(artifacts, 'test', `${project}.json`)
    mkdirSync(path.dirname(file), { recursive: true })
    rmSync(file, { force: true })
    const vitestBin = fromRoot('node_modules', 'vitest', 'vitest.mjs')
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const code = await stream(node, [vitestBin, 'run', '--project', project, ...reporters], { env })
    if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
    return countReport(JSON.parse(readFileSync(file, 'utf8')), code)
  }

async function prepareBrowser(node) {
  const chromium = await ensureChromium()
  await ensureChineseFont()
  await ensureConsoleBuilt(node)
  return { CHROMIUM_PATH: chromium }
}

/** In the order they run. Each answers how many checks passed, failed and were skipped. */
export const stages = {
  format: check((node) => [[node, [bin('prettier'), '--check', '--log-level', 'warn', '.']]]),
  lint: check((node) => [
    [node, [bin('oxlint')]],
    [node, [fromRoot('scripts', 'boundaries.mjs')]],
  ]),
  types: check((node) => [[node, [bin('tsc'), '--incremental', 'false', '--checkers', '2']]]),
  unit: vitest('unit'),
  server: vitest('server'),
  e2e: vitest('e2e', prepareBrowser),
  cluster: vitest('cluster', ensureClusterServices),
  proofs: proveSmall,
}
