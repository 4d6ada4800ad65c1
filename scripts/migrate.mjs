import { ensureInstalled } from './lib/install.mjs'
import { fromRoot } from './lib/paths.mjs'
import { main } from './lib/progress.mjs'
import { stream } from './lib/run.mjs'
import { findNode } from './lib/runtime.mjs'

await main(async () => {
  await ensureInstalled()
  return stream(await findNode(), [fromRoot('apps', 'server', 'src', 'db', 'migrate-command.ts')])
})
