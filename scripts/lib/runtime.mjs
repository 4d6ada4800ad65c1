import { existsSync } from 'node:fs'
import { fromRoot } from './paths.mjs'
import { ScriptError } from './progress.mjs'
import { capture } from './run.mjs'

const MAJOR = 24
const SYSTEMS = new Set(['linux', 'darwin'])

/** Before anything is installed: elsewhere the database and the process handling would fail one after another. */
export function requireKnownSystem(platform = process.platform) {
  if (SYSTEMS.has(platform)) return
  const advice = platform === 'win32' ? '，在 Windows 上请使用 WSL 2' : ''
  throw new ScriptError(`如晤在 Linux 与 macOS 上运行，本机是 ${platform}${advice}`)
}

/** The Node that runs our TypeScript: the pinned package, or the running one where it is new enough. */
export async function findNode() {
  const pinned = fromRoot('node_modules', '.bin', 'node')
  if (existsSync(pinned)) {
    const { code, output } = await capture(pinned, ['--version'])
    if (code === 0 && Number(/^v(\d+)/.exec(output)?.[1]) >= MAJOR) return pinned
  }
  if (Number(process.versions.node.split('.')[0]) >= MAJOR) return process.execPath
  throw new ScriptError(
    `本平台（${process.platform}-${process.arch}）没有随附的 Node ${MAJOR}，而当前 Node 是 ${process.version}，请安装 Node ${MAJOR} 或更新版本`,
  )
}
