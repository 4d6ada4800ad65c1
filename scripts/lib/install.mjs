import { accessSync, constants, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { hashFiles } from './hash.mjs'
import { withLock } from './lock.mjs'
import { fromRoot, root } from './paths.mjs'
import { ScriptError, say } from './progress.mjs'
import { capture, tail } from './run.mjs'
import { requireKnownSystem } from './runtime.mjs'
import { sorted } from './sorted.mjs'
import { manifests, readJson } from './workspaces.mjs'

const stamp = fromRoot('node_modules', '.ruwu-install')

const wanted = () => `${process.platform}-${process.arch} ${hashFiles(['package-lock.json', ...manifests()])}`

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Names of packages in the lock file that are not on the disk; platform packages come and go and are left out. */
function missing() {
  const { packages } = readJson(fromRoot('package-lock.json'))
  return Object.entries(packages)
    .filter(([name, entry]) => name.startsWith('node_modules/') && !entry.optional && !entry.peer)
    .map(([name]) => name)
    .filter((name) => !existsSync(fromRoot(name, 'package.json')))
}

const asText = (list) => JSON.stringify(sorted(Object.entries(list ?? {})))

/** npm was run by hand: its own record of what it unpacked agrees with the lock file. */
function isInstalledByHand() {
  const record = fromRoot('node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const { packages } = readJson(fromRoot('package-lock.json'))
  const unpacked = readJson(record).packages
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies']
  const agrees = (file) => {
    const entry = packages[file === 'package.json' ? '' : file.slice(0, -'/package.json'.length)]
    const manifest = readJson(fromRoot(file))
    return entry !== undefined && kinds.every((kind) => asText(manifest[kind]) === asText(entry[kind]))
  }
  return (
    Object.entries(unpacked).every(([name, entry]) => packages[name]?.version === entry.version) &&
    manifests().every(agrees)
  )
}

function isInstalled() {
  if (!existsSync(fromRoot('node_modules')) || missing().length > 0) return false
  if (read(stamp) === wanted()) return true
  if (!isInstalledByHand()) return false
  try {
    writeFileSync(stamp, wanted())
  } catch {
    // A checkout we may only read: it is looked through again next time.
  }
  return true
}

export function requireWritable(purpose) {
  try {
    accessSync(root, constants.W_OK)
  } catch {
    throw new ScriptError(`目录 ${root} 不可写，无法${purpose}，请换到可写的目录，或由它的所有者先运行一次`)
  }
}

async function install(onStart) {
  say('正在安装依赖（npm ci），首次约需一分钟')
  const ticker = setInterval(() => say('仍在安装依赖'), 15_000)
  // Started through npm, its own program is known; and dev packages are needed even where NODE_ENV says production.
  const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
  const args = [...npm.slice(1), 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']
  const { code, output } = await capture(npm[0], args, { onStart })
  clearInterval(ticker)
  if (code !== 0)
    throw new ScriptError(
      `依赖安装失败（npm ci 退出码 ${code}），请检查网络与磁盘空间后重试，npm 的最后输出：\n${tail(output)}`,
    )
  const lost = missing()
  if (lost.length > 0)
    throw new ScriptError(`依赖安装不完整，缺少 ${lost.slice(0, 5).join('、')}，请删除 node_modules 后重试`)
  writeFileSync(stamp, wanted())
  say('依赖已安装')
}

/** After this, node_modules holds what the lock file says. */
export async function ensureInstalled() {
  requireKnownSystem()
  if (isInstalled()) return
  requireWritable('安装依赖')
  await withLock('install', '安装依赖', async (holdFor) => {
    if (!isInstalled()) await install(holdFor)
  })
}
