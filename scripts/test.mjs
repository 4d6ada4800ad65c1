import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { main, say, ScriptError } from './lib/progress.mjs'
import { findNode } from './lib/runtime.mjs'
import { runStages } from './lib/run-stages.mjs'
import { sorted } from './lib/sorted.mjs'

// Each of a run's hundred Node processes compiles the same packages.
process.env.NODE_COMPILE_CACHE ??= path.join(tmpdir(), 'node-compile-cache')

const isCi = process.env.CI === 'true' || process.env.CI === '1'

async function runStage(stage, node, { UnavailableError }) {
  try {
    return await stage(node)
  } catch (error) {
    const isSkip = error instanceof UnavailableError && !isCi
    console.error(`\n!!! ${isSkip ? '跳过' : '失败'}：${error instanceof ScriptError ? error.message : error?.stack}\n`)
    const count = { passed: 0, failed: Number(!isSkip), skipped: Number(isSkip) }
    return { ...count, note: String(error.message).split('\n')[0] }
  }
}

const SLOWEST = 10

function summarise(results) {
  const slowest = sorted(
    results.flatMap((result) => result.files ?? []),
    (a, b) => b.seconds - a.seconds,
  )
  console.log(`\n最慢的 ${SLOWEST} 个文件`)
  for (const { seconds, file } of slowest.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)}s  ${file}`)
  console.log('\n阶段        通过   失败   跳过     用时')
  for (const { name, passed, failed, skipped, seconds, note } of results) {
    const numbers = [passed, failed, skipped].map((count) => String(count).padStart(6)).join(' ')
    console.log(`${name.padEnd(8)} ${numbers} ${seconds.toFixed(1).padStart(7)}s  ${note ?? ''}`)
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum)
  console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  return failed > 0 || passed === 0 ? 1 : 0
}

await main(async () => {
  await ensureInstalled()
  const node = await findNode()
  // Only now: the stages use installed packages.
  const { stages } = await import('./lib/stages.mjs')
  const packages = await import('./lib/system-packages.mjs')
  const named = process.argv.slice(2)
  const unknown = named.filter((name) => !(name in stages))
  if (unknown.length > 0) {
    throw new ScriptError(`没有名为 ${unknown.join('、')} 的阶段，可选：${Object.keys(stages).join(' ')}`)
  }
  const chosen = Object.entries(stages).filter(([name]) => named.length === 0 || named.includes(name))
  const results = await runStages(chosen, async (name, run) => {
    say(`阶段 ${name} 开始`)
    const startedAt = Date.now()
    const result = await runStage(run, node, packages)
    const seconds = (Date.now() - startedAt) / 1000
    say(`阶段 ${name} 结束：${result.passed} 通过，${result.failed} 失败，${seconds.toFixed(1)} 秒`)
    return { name, ...result, seconds }
  })
  return summarise(results)
})
