import { ensureInstalled } from './lib/install.mjs'
import { fromRoot } from './lib/paths.mjs'
import { main } from './lib/progress.mjs'
import { stream } from './lib/run.mjs'
import { findNode } from './lib/runtime.mjs'

await main(async () => {
  await ensureInstalled()
  const command = fromRoot('apps', 'server', 'src', 'features', 'order', 'orders-command.ts')
  return stream(await findNode(), [command, ...process.argv.slice(2)])
})
