import { ensureInstalled } from './lib/install.mjs'
import { fromRoot } from './lib/paths.mjs'
import { main } from './lib/progress.mjs'
import { stream } from './lib/run.mjs'
import { findNode } from './lib/runtime.mjs'

await main(async () => {
  await ensureInstalled()
  const simulate = fromRoot('apps', 'simulator', 'src', 'cli', 'simulate.ts')
  return stream(await findNode(), [simulate, ...process.argv.slice(2)])
})
