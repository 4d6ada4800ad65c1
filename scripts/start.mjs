import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { fromRoot } from './lib/paths.mjs'
import { main, say } from './lib/progress.mjs'
import { runUntilStopped } from './lib/run.mjs'
import { findNode } from './lib/runtime.mjs'

const server = fromRoot('apps', 'server', 'src', 'main.ts')

/** The console's vite.config.ts sends calls to RUWU_SERVER_URL. */
function development(node) {
  const serverUrl = `http://127.0.0.1:${process.env.PORT || 8080}`
  return [
    { command: node, args: ['--watch', '--watch-preserve-output', server] },
    {
      command: node,
      args: [fromRoot('node_modules', 'vite', 'bin', 'vite.js'), '--clearScreen', 'false'],
      cwd: fromRoot('apps', 'console'),
      env: { ...process.env, RUWU_SERVER_URL: serverUrl },
    },
  ]
}

await main(async () => {
  await ensureInstalled()
  const node = await findNode()
  if (process.argv.includes('--dev')) {
    say('正在以开发模式启动')
    return runUntilStopped(development(node))
  }
  await ensureConsoleBuilt(node)
  // For a checkout that the service itself may only read.
  if (process.argv.includes('--build')) return 0
  say('正在启动服务')
  return runUntilStopped([{ command: node, args: [server] }])
})
