import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, setPriority, totalmem } from 'node:os'
import path from 'node:path'
import { ensureConsoleBuilt } from './console-build.mjs'
import { proveSmall } from './figures.mjs'
import { artifacts, fromRoot, root } from './paths.mjs'
import { startedAt } from './progress.mjs'
import { capture, stream } from './run.mjs'
import { ensureChineseFont, ensureChromium, ensureClusterServices } from './system-packages.mjs'

const bin = (name) => fromRoot('node_modules', '.bin', name)

/** Where there is so much memory, the type checker's garbage (7 GB with what it needs) stays until it ends. */
const AMPLE_BYTES = 16 * 2 ** 30

/** The type checker is a Go program: at its default it spends a third of its time on collecting garbage. */
const TOOL_ENV = { GOGC: totalmem() > AMPLE_BYTES ? 'off' : '400', ...process.env }

/** A stage that fills the time in which journeys wait takes no time from them, also by the processes it starts. */
const giveWay = (pid) => setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)

/** A check that a tool answers with its exit code alone; what it prints is shown when it fails. */
const check = (steps) => async (node) => {
  let isFine = true
  for (const [command, args] of steps(node)) {
    const { code, output } = await capture(command, args, { env: TOOL_ENV, onStart: giveWay })
    if (code !== 0) console.log(output)
    isFine &&= code === 0
  }
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

const fileTimes = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))

/** `projects` of vitest.config.ts in one run; the report is named after the first. */
const vitest =
  (projects, { prepare = async () => ({}), isFiller = false } = {}) =>
  async (node) => {
    const env = { ...process.env, TEST_STARTED_AT: String(startedAt), ...(await prepare(node)) }
    const file = path.join(artifacts, 'test', `${projects[0]}.json`)
    mkdirSync(path.dirname(file), { recursive: true })
    rmSync(file, { force: true })
    const vitestBin = fromRoot('node_modules', 'vitest', 'vitest.mjs')
    const reporters = [`--reporter=${fromRoot('scripts', 'lib', 'file-reporter.mjs')}`, '--reporter=json']
    const chosen = projects.flatMap((project) => ['--project', project])
    const args = [vitestBin, 'run', ...chosen, ...reporters, `--outputFile.json=${file}`]
    const code = await stream(node, args, { env, onStart: isFiller ? giveWay : undefined })
    if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0 }
    const report = JSON.parse(readFileSync(file, 'utf8'))
    return { ...countReport(report, code), files: fileTimes(report) }
  }

/** Once for both stages of journeys, which run at the same time. */
let browser
const prepareBrowser = (node) => (browser ??= findBrowser(node))

async function findBrowser(node) {
  const chromium = await ensureChromium()
  await ensureChineseFont()
  await ensureConsoleBuilt(node)
  // Pictures and traces of an earlier run.
  rmSync(path.join(artifacts, 'journeys'), { recursive: true, force: true })
  return { CHROMIUM_PATH: chromium }
}

/**
 * In the order they start. `cores` is how many cores a stage keeps busy, `filler` that it runs in the time in which
 * journeys wait (see `runStages`); `run` answers how many checks passed, failed and were skipped, and how long each file
 * took.
 */
export const stages = {
  format: {
    cores: 1,
    filler: true,
    run: check((node) => [[node, [bin('oxfmt'), '--check', '--ignore-path', '.gitignore', '.']]]),
  },
  // Checks the types too (`typeCheck`): tsc beside it would check them a second time. Alone it would leave half a core
  // idle, so it runs beside the tests.
  lint: {
    cores: 0,
    filler: true,
    run: check((node) => [
      [node, [bin('oxlint')]],
      [node, [fromRoot('scripts', 'boundaries.mjs')]],
    ]),
  },
  unit: { cores: 2, filler: true, run: vitest(['unit', 'component'], { isFiller: true }) },
  server: { cores: 2, filler: true, run: vitest(['server'], { isFiller: true }) },
  // Waits for restarts and leases for most of its time: runs beside whatever there is.
  proofs: { cores: 0, filler: true, run: proveSmall },
  // Journeys wait for a third of their time: two stages at once, and the others beside them.
  e2e: { cores: 1, run: vitest(['e2e'], { prepare: prepareBrowser }) },
  'e2e-own': { cores: 1, run: vitest(['e2e-own'], { prepare: prepareBrowser }) },
  cluster: { cores: 1, run: vitest(['cluster'], { prepare: ensureClusterServices }) },
}
