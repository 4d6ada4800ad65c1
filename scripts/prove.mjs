import { ensureConsoleBuilt } from './lib/console-build.mjs'
import { commandLine } from './lib/figures.mjs'
import { main } from './lib/progress.mjs'

await main(() => commandLine('prove', ensureConsoleBuilt))
