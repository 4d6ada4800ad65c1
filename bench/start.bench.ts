import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Server } from '@ruwu/e2e/server.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { fromRoot } from '../scripts/lib/paths.mjs'

const BUDGET_MS = 5_000

/** From the command to the first page answered, on a finished installation: with no data yet, and with data there. */
export const run: Run = async (report) => {
  const began = performance.now()
  await prepare()
  const server = await Server.start()
  try {
    const first = await firstPage(server, began)
    report({ name: 'start.no_data', value: first, unit: 'ms', budget: BUDGET_MS, isWithin: first <= BUDGET_MS })

    await server.halt()
    const again = performance.now()
    await prepare()
    await server.run()
    const warm = await firstPage(server, again)
    report({ name: 'start.with_data', value: warm, unit: 'ms', budget: BUDGET_MS, isWithin: warm <= BUDGET_MS })
  } finally {
    await server.stop()
  }
}

/** What `npm start` does before it starts the server: looks whether all is installed and built. */
const prepare = () => promisify(execFile)(process.execPath, [fromRoot('scripts', 'start.mjs'), '--build'])

async function firstPage(server: Server, since: number): Promise<number> {
  const response = await fetch(`${server.url}/login`)
  if (!(await response.text()).includes('<div id="root">')) throw new Error('the first page is not the console')
  return performance.now() - since
}
