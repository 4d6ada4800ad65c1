import { launch, Visitor } from '@ruwu/e2e/browser.ts'
import { setAssignMode } from '@ruwu/e2e/database.ts'
import { Server } from '@ruwu/e2e/server.ts'
import { SIMULATOR_KEY } from '@ruwu/e2e/simulator-process.ts'
import { atWork } from '@ruwu/e2e/workbench.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { accountIdOf } from './browser-data.ts'
import { openWriters } from './paint-latency.ts'
import { measureStart } from './page-start.ts'

const SUPERVISOR = '13800000002'
const NOBODYS = 3
const PER_SECOND = 100
const MESSAGES_EACH = 20

/** How fast /chat is there, in a minute: the last part of `workbench-browser`, on the demonstration's customers. */
export const run: Run = async (report, { isSmall }) => {
  const [server, browser] = await Promise.all([Server.start({ DEMO_HISTORY: 'true', SIMULATOR_KEY }), launch()])
  try {
    await setAssignMode(server, 'manual')
    const page = await atWork(await Visitor.open(browser, server.url), SUPERVISOR, NOBODYS)
    await openWriters({ page, server, accountId: await accountIdOf(server) }, PER_SECOND, MESSAGES_EACH)
    const { pathname, search } = new URL(page.url())
    await measureStart(page, report, pathname + search, isSmall)
  } finally {
    await browser.close()
    await server.stop()
  }
}
