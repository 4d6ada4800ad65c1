import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesBelow, hashFiles } from './hash.mjs'
import { requireWritable } from './install.mjs'
import { withLock } from './lock.mjs'
import { artifacts, fromRoot } from './paths.mjs'
import { ScriptError, say } from './progress.mjs'
import { capture, head } from './run.mjs'

const dist = fromRoot('apps', 'console', 'dist')
const stamp = path.join(dist, '.build-hash')
const isTest = (file) => /\.test\.tsx?$/.test(file)

const wanted = () =>
  hashFiles([
    'package-lock.json',
    ...[...filesBelow('apps/console'), ...filesBelow('packages')].filter((f) => !isTest(f)),
  ])

const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted()

async function build(node) {
  say('正在构建控制台')
  const hash = wanted()
  // Built aside: a failed build leaves the last good one, and a running server never sees half of one.
  const aside = path.join(artifacts, 'console-build')
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(artifacts, { recursive: true })
  const vite = fromRoot('node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', '--outDir', aside, '--emptyOutDir', '--logLevel', 'warn']
  const { code, output } = await capture(node, args, { cwd: fromRoot('apps', 'console') })
  if (code !== 0) throw new ScriptError(`控制台构建失败：\n${head(output, 40)}`)
  writeFileSync(path.join(aside, '.build-hash'), hash)
  rmSync(dist, { recursive: true, force: true })
  renameSync(aside, dist)
  say('控制台已构建')
}

/** After this, apps/console/dist is what the sources say. */
export async function ensureConsoleBuilt(node) {
  if (isBuilt()) return
  requireWritable('构建控制台')
  await withLock('console-build', '构建控制台', async () => {
    if (!isBuilt()) await build(node)
  })
}
