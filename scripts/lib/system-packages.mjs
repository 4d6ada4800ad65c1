import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ScriptError, say } from './progress.mjs'
import { capture, tail } from './run.mjs'
import { sorted } from './sorted.mjs'

/** Something this machine does not have and we cannot get: a loud skip, or a failure on CI. */
export class UnavailableError extends ScriptError {}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function findProgram(names, folders = []) {
  const places = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin', '/usr/local/bin', ...folders]
  return names.flatMap((name) => places.map((place) => path.join(place, name))).find(isExecutable)
}

/** The oldest version that docs/operations.md names. */
const OLDEST_POSTGRES = 15

let isListFresh = false

/** Installs Debian packages where we may; says why where we may not. */
async function install(purpose, packages) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new UnavailableError(`缺少${purpose}：不是 Debian 上的 root，无法自动安装，请自行安装 ${packages.join(' ')}`)
  }
  say(`正在安装${purpose}（apt-get install ${packages.join(' ')}）`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = async (args) => {
    const { code, output } = await capture('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...args], { env })
    if (code !== 0) throw new UnavailableError(`安装${purpose}失败（apt-get ${args[0]}）：\n${tail(output, 8)}`)
  }
  if (!isListFresh) await apt(['update'])
  isListFresh = true
  await apt(['install', '-y', '--no-install-recommends', ...packages])
}

/** The shell has no browser window to draw: pages load in two thirds of the time. */
const CHROMIUM_NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const MAC_CHROME = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The path of a Chromium to drive. */
export async function ensureChromium() {
  const named = process.env.CHROMIUM_PATH
  if (named && !isExecutable(named)) throw new ScriptError(`CHROMIUM_PATH 指向的 ${named} 不可执行`)
  const find = () => named || findProgram(CHROMIUM_NAMES) || [MAC_CHROME].find(isExecutable)
  if (!find()) await install('浏览器 Chromium', ['chromium-headless-shell', 'fonts-noto-cjk'])
  const found = find()
  if (!found) throw new UnavailableError('安装后仍未找到 Chromium，请用 CHROMIUM_PATH 指定')
  return found
}

/** Without a Chinese font every character is the same empty box, of another width. */
export async function ensureChineseFont() {
  if (process.platform !== 'linux') return
  const { code, output } = await capture('fc-list', [':lang=zh'])
  if (code !== 0 || !output.trim()) await install('中文字体', ['fontconfig', 'fonts-noto-cjk'])
}

const POSTGRES_FOLDER = '/usr/lib/postgresql'

const binOf = (version) => `${POSTGRES_FOLDER}/${version}/bin`

/** Debian's, the oldest supported version first; else one on the path. */
function findPostgres() {
  const versions = existsSync(POSTGRES_FOLDER) ? readdirSync(POSTGRES_FOLDER).map(Number) : []
  const supported = versions.filter((version) => version >= OLDEST_POSTGRES)
  const debian = sorted(supported, (one, other) => one - other).map((version) => `${binOf(version)}/postgres`)
  return debian.find(isExecutable) ?? findProgram(['postgres'])
}

/** Without a server on the usual port, which Debian would otherwise create and start. */
async function installPostgres(name) {
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
    writeFileSync('/etc/postgresql-common/createcluster.d/ruwu.conf', 'create_main_cluster = false\n')
  }
  await install('PostgreSQL', [name])
}

// Where /usr/local/bin links to postgres alone, its tools lie beside the real one.
const toolsOf = (postgres) => path.dirname(realpathSync(postgres))

/** The oldest PostgreSQL that is supported, or the nearest one that this system offers. */
export async function ensureOldestPostgres() {
  const wanted = `${binOf(OLDEST_POSTGRES)}/postgres`
  if (!isExecutable(wanted)) {
    await installPostgres(`postgresql-${OLDEST_POSTGRES}`).catch(async (error) => {
      if (!findPostgres()) await installPostgres('postgresql')
      say(`没有 PostgreSQL ${OLDEST_POSTGRES}，改用本机最旧的版本（${error.message.split('\n')[0]}）`)
    })
  }
  const found = isExecutable(wanted) ? wanted : findPostgres()
  if (!found) throw new UnavailableError('安装后仍未找到 postgres')
  return toolsOf(found)
}

const findRedis = () => process.env.REDIS_SERVER_PATH || findProgram(['redis-server', 'valkey-server'])

/** Redis and an ordinary PostgreSQL for the tests with several nodes. */
export async function ensureClusterServices() {
  if (!findRedis()) await install('Redis', ['redis-server'])
  if (!findPostgres()) await installPostgres('postgresql')
  const redis = findRedis()
  const postgres = findPostgres()
  if (!redis || !postgres) throw new UnavailableError('安装后仍未找到 redis-server 或 postgres')
  return { REDIS_SERVER_PATH: redis, POSTGRES_BIN_DIR: toolsOf(postgres) }
}
