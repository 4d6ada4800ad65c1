import { ensureInstalled } from './lib/install.mjs'
import { fromRoot } from './lib/paths.mjs'
import { main } from './lib/progress.mjs'
import { stream } from './lib/run.mjs'
import { findNode } from './lib/runtime.mjs'

await main(async () => {
  await ensureInstalled()
  return stream(await findNode(), [fromRoot('bench', 'retrieval-eval.ts'), ...process.argv.slice(2)])
})
