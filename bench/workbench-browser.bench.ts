import { launch, Visitor } from '@ruwu/e2e/browser.ts'
import { setAssignMode } from '@ruwu/e2e/database.ts'
import { Server } from '@ruwu/e2e/server.ts'
import { SIMULATOR_KEY } from '@ruwu/e2e/simulator-process.ts'
import { ACCOUNT, atWork, listOf, threadOf } from '@ruwu/e2e/workbench.ts'
import type { Report, Run } from '../scripts/lib/figures-runner.ts'
import { accountIdOf, fillBrowserData, LONGEST_THREAD } from './browser-data.ts'
import { type Frames, measureFrames } from './frame-meter.ts'
import { percentile } from './load.ts'
import { scrollTo } from './long-scroll.ts'
import { measurePainting } from './paint-latency.ts'
import { measureStart } from './page-start.ts'

const SUPERVISOR = '13800000002'
const FRAME_MS = 50
const NODES = 3000
const PAINTED_MS = 150
const NOBODYS = 3

/** The workbench in a real browser: frames while scrolling all customers and a whole thread, latency until a message is painted, and how fast pages open. */
export const run: Run = async (report, { isSmall }) => {
  const size = isSmall ? { customers: 2_000, messages: 2_000 } : { customers: 100_000, messages: 50_000 }
  const pace = isSmall ? { perSecond: 5, seconds: 10 } : { perSecond: 50, seconds: 30 }
  const [server, browser] = await Promise.all([Server.start({ DEMO_HISTORY: 'true', SIMULATOR_KEY }), launch()])
  try {
    // Automatic assignment takes the customers with the oldest waiting_since, which are the last rows of the list.
    await setAssignMode(server, 'manual')
    await fillBrowserData(server, ACCOUNT, size)
    const page = await atWork(await Visitor.open(browser, server.url), SUPERVISOR, NOBODYS)

    const list = listOf(page)
    await list.getByText('客户0', { exact: true }).waitFor()
    const down = await measureFrames(page, () => scrollTo(page, list, 'down', `客户${size.customers - 1}`))
    reportFrames(report, 'customers', down)

    await page.goto(`/chat?scope=${NOBODYS}&customerId=${LONGEST_THREAD}`)
    const thread = threadOf(page)
    await thread.getByText(`第 ${size.messages} 句`).waitFor()
    reportFrames(report, 'thread', await measureFrames(page, () => scrollTo(page, thread, 'up', '第 1 句')))

    const accountId = await accountIdOf(server)
    reportPainting(report, await measurePainting({ page, server, accountId }, pace))
    // The customers who have just written, all with messages.
    const { pathname, search } = new URL(page.url())
    await measureStart(page, report, pathname + search, isSmall)
  } finally {
    await browser.close()
    await server.stop()
  }
}

function reportFrames(report: Report, what: string, { longestMs, count, nodes }: Frames): void {
  const over = longestMs.filter((ms) => ms > FRAME_MS).length
  const name = `workbench.browser.${what}`
  report({ name: `${name}.frames`, value: count, unit: 'frames', budget: '-', isWithin: true })
  report({ name: `${name}.slow_frames`, value: over, unit: 'frames', budget: 0, isWithin: over === 0 })
  report({
    name: `${name}.longest_frame`,
    value: longestMs[0] ?? 0,
    unit: 'ms',
    budget: `<= ${FRAME_MS}`,
    isWithin: over === 0,
  })
  report({ name: `${name}.nodes`, value: nodes, unit: 'nodes', budget: `< ${NODES}`, isWithin: nodes < NODES })
}

function reportPainting(report: Report, delays: number[]): void {
  const sorted = delays.toSorted((a, b) => a - b)
  const p95 = percentile(sorted, 0.95)
  const name = 'workbench.browser.painted'
  report({ name: `${name}.words`, value: sorted.length, unit: 'messages', budget: '-', isWithin: sorted.length > 0 })
  report({ name: `${name}.p50`, value: percentile(sorted, 0.5), unit: 'ms', budget: '-', isWithin: true })
  report({ name: `${name}.p95`, value: p95, unit: 'ms', budget: `<= ${PAINTED_MS}`, isWithin: p95 <= PAINTED_MS })
}
