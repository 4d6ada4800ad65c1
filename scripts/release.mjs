import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { pack } from './lib/pack.mjs'
import { artifacts, fromRoot, root } from './lib/paths.mjs'
import { main, say } from './lib/progress.mjs'
import { findNode } from './lib/runtime.mjs'
import { readJson } from './lib/workspaces.mjs'

await main(async () => {
  await ensureInstalled()
  await ensureConsoleBuilt(await findNode())
  const { version } = readJson(fromRoot('package.json'))
  const archive = `${artifacts}/ruwu-${version}-${process.platform}-${process.arch}.tar.gz`
  say('正在打包，约需一分钟')
  await pack(root, ['node_modules', 'apps/console/dist'], archive)
  say(`发布包 ${archive}`)
  return 0
})
