import { existsSync, readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { ensureInstalled } from './install.mjs'
import { fromRoot, root } from './paths.mjs'
import { say, ScriptError } from './progress.mjs'
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

/** Runs the files one after the other, each in its own process, and counts the figures they report. */
async function runFiles(node, files, isSmall) {
  const count = { passed: 0, failed: 0, skipped: 0, files: [] }
  for (const [index, file] of files.entries()) {
    say(`${index + 1}/${files.length} ${path.relative(root, file)}`)
    const flags = [...(isSmall ? ['--small'] : []), ...(index === 0 ? ['--machine'] : [])]
    await runFile(node, file, flags, count)
  }
  return count
}

async function runFile(node, file, flags, count) {
  const startedAt = Date.now()
  const args = [fromRoot('scripts', 'lib', 'figures-runner.ts'), file, ...flags]
  const child = spawn(node, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    console.log(line)
    if (line.endsWith('\tok')) count.passed++
    if (line.endsWith('\tshort')) count.failed++
  }
  const code = child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve)))
  // 1 says that a figure was short, which is counted already.
  if (code !== 0 && code !== 1) count.failed++
  count.files.push({ file: path.relative(root, file), seconds: (Date.now() - startedAt) / 1000 })
}

/** The command line of `npm run bench` and `npm run prove`; `prepare` makes what the files need. */
export async function commandLine(kind, prepare = async () => {}) {
  await ensureInstalled()
  const asked = process.argv.slice(2)
  const isSmall = asked.includes('--small')
  const files = choose(
    kind,
    asked.filter((name) => name !== '--small'),
  )
  if (files.length === 0) throw new ScriptError(`bench/ 里还没有 *.${kind}.ts`)
  const node = await findNode()
  await prepare(node)
  const count = await runFiles(node, files, isSmall)
  return count.failed > 0 || count.passed === 0 ? 1 : 0
}

/**
 * Their small versions are tests of other stages: `races.test.ts` twice, `fuzz.test.ts`, `stopped-node.test.ts` and
 * the tests of each rule under attack of `server`; of `postgres15` the stage `cluster`, whose PostgreSQL is the oldest
 * there is.
 */
const SMALL_AS_TESTS = new Set(
  ['ai', 'races', 'fuzz', 'attacks', 'stopped', 'postgres15'].map((name) => fromRoot('bench', `${name}.prove.ts`)),
)

/** The other proofs in their small version, as one stage of the tests. */
export async function proveSmall(node) {
  const files = choose('prove', []).filter((file) => !SMALL_AS_TESTS.has(file))
  const count = await runFiles(node, files, true)
  return count.passed + count.failed > 0 ? count : { ...count, failed: 1, note: 'bench/ 里没有 *.prove.ts' }
}
