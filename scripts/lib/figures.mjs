import { existsSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'
import { fromRoot, root } from './paths.mjs'
import { say, ScriptError } from './progress.mjs'
import { saveResults } from './results.mjs'
import { findNode } from './runtime.mjs'
import { sorted } from './sorted.mjs'

const folder = fromRoot('bench')

/** Names of `bench/NAME.<kind>.ts`, all or those asked for; `workbench` also means `workbench-browser`. */
function choose(kind, asked) {
  const suffix = `.${kind}.ts`
  const files = existsSync(folder) ? readdirSync(folder) : []
  const known = sorted(files.filter((file) => file.endsWith(suffix)).map((file) => file.slice(0, -suffix.length)))
  const unknown = asked.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    throw new ScriptError(`没有名为 ${unknown.join('、')} 的项目，可选：${known.join(' ') || '（还没有）'}`)
  }
  const isAsked = (name) => asked.some((each) => name === each || name.startsWith(`${each}-`))
  return known.filter((name) => asked.length === 0 || isAsked(name)).map((name) => fromRoot('bench', name + suffix))
}

/** Runs the files one after the other, each in its own process, and counts the figures they report; `save` gets those of each. */
async function runFiles(node, files, asked, save = () => {}) {
  const count = { passed: 0, failed: 0, skipped: 0, files: [], machine: '' }
  for (const [index, file] of files.entries()) {
    say(`${index + 1}/${files.length} ${path.relative(root, file)}`)
    const flags = [...asked, ...(index === 0 ? ['--machine'] : [])]
    const figures = await runFile(node, file, flags, count)
    if (figures.length > 0) save({ machine: count.machine, figures, flags: asked })
  }
  return count
}

/** The figures of a run that came to its end. */
async function runFile(node, file, flags, count) {
  const startedAt = Date.now()
  const figures = []
  const args = [fromRoot('scripts', 'lib', 'figures-runner.ts'), file, ...flags]
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line)
    const [name, value, unit, budget, outcome] = line.split('\t')
    if (name === '#') count.machine = line.split('\t').slice(1).join(', ')
    if (outcome !== 'ok' && outcome !== 'short') continue
    if (outcome === 'ok') count.passed++
    else count.failed++
    figures.push({ file: path.basename(file, '.ts'), name, value, unit, budget, outcome })
  }
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve)))
  count.files.push({ file: path.relative(root, file), seconds: (Date.now() - startedAt) / 1000 })
  // 1 says that a figure was short, which is counted already. A run that broke half-way has figures that are not all of them.
  if (code === 0 || code === 1) return figures
  count.failed++
  return []
}

/**
 * The command line of `npm run bench` and `npm run prove`; `prepare` makes what the files need. `--small`: a short version;
 * `--minutes=N`: of what can be of any length; `--save`: the figures go into docs/results.md.
 */
export async function commandLine(kind, prepare = async () => {}) {
  await ensureInstalled()
  const asked = process.argv.slice(2)
  const flags = asked.filter((word) => word.startsWith('--'))
  const unknown = flags.filter((flag) => !/^--(small|save|minutes=\d+(\.\d+)?)$/.test(flag))
  if (unknown.length > 0) throw new ScriptError(`不认识 ${unknown.join('、')}，可选：--small --save --minutes=分钟`)
  if (flags.includes('--save') && process.env.FAULTS)
    throw new ScriptError('设置了 FAULTS 的只是一部分，不能与 --save 同用')
  const files = choose(
    kind,
    asked.filter((word) => !word.startsWith('--')),
  )
  if (files.length === 0) throw new ScriptError(`bench/ 里还没有 *.${kind}.ts`)
  const node = await findNode()
  await prepare(node)
  const passedOn = flags.filter((flag) => flag !== '--save')
  const count = await runFiles(node, files, passedOn, flags.includes('--save') ? saveResults : undefined)
  return count.failed > 0 || count.passed === 0 ? 1 : 0
}

/**
 * Their small versions are elsewhere: tests of the stage `server` (`races.test.ts` twice, `fuzz.test.ts`,
 * `stopped-node.test.ts`, the tests of each rule under attack, `ledger-property.test.ts` and `purchase-property.test.ts` of
 * points, `rollup.test.ts` of statistics, `run-step.property.test.ts` of flows, and of rules the test of a node that stopped in `rule.test.ts`); of `cluster`,
 * `soak` and `postgres15` the stage `cluster`, whose PostgreSQL is the oldest there is; `chat` and `channels` are part of the small `kill`;
 * of `accessibility` `page-access.test.ts` among the journeys.
 */
const SMALL_ELSEWHERE = new Set(
  [
    'accessibility',
    'ai',
    'races',
    'fuzz',
    'attacks',
    'stopped',
    'points',
    'statistics',
    'flows',
    'rules',
    'postgres15',
    'cluster',
    'soak',
    'chat',
    'channels',
  ].map((name) => fromRoot('bench', `${name}.prove.ts`)),
)

/** The other proofs in their small version, as one stage of the tests. */
export async function proveSmall(node) {
  const files = choose('prove', []).filter((file) => !SMALL_ELSEWHERE.has(file))
  const count = await runFiles(node, files, ['--small'])
  return count.passed + count.failed > 0 ? count : { ...count, failed: 1, note: 'bench/ 里没有 *.prove.ts' }
}
