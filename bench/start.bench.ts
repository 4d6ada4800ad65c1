import { Server } from '@ruwu/e2e/server.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'

const BUDGET_MS = 5_000

/** From the command to the first page answered, on a finished installation: with no data yet, and with data there. */
export const run: Run = async (report) => {
  const began = performance.now()
  const server = await Server.start()
  try {
    const first = await firstPage(server, began)
    report({ name: 'start.no_data', value: first, unit: 'ms', budget: BUDGET_MS, isWithin: first <= BUDGET_MS })

    await server.halt()
    const again = performance.now()
    await server.run()
    const warm = await firstPage(server, again)
    report({ name: 'start.with_data', value: warm, unit: 'ms', budget: BUDGET_MS, isWithin: warm <= BUDGET_MS })
  } finally {
    await server.stop()
  }
}

async function firstPage(server: Server, since: number): Promise<number> {
  const response = await fetch(`${server.url}/login`)
  if (!(await response.text()).includes('<div id="root">')) throw new Error('the first page is not the console')
  return performance.now() - since
}
