import { boxOf, listOf } from '@ruwu/e2e/workbench.ts'
import type { Page } from 'playwright-core'
import type { Report } from '../scripts/lib/figures-runner.ts'
import { openBarePage, type PageBytes } from './bare-page.ts'
import { percentile } from './load.ts'

const RELOAD_MS = 1000
const OPEN_MS = 150
const LARGEST_PAINT_MS = 1500
const INTERACTION_MS = 100
/** Loads that fill the browser's caches and are not counted. */
const WARM_UP = 2
/** Rows between two that are opened: the neighbours of an open row are loaded ahead. */
const APART = 3

declare global {
  interface Window {
    started: { paintedMs: number; clickedMs: number; largestMs: number; interactions: number[] }
  }
}

/**
 * How fast a page is there: a reload until its first message is painted, a customer never opened before from the click to its
 * messages, and what the browser itself reports. The same bytes as a bare page are measured in turn with the reloads.
 */
export async function measureStart(page: Page, report: Report, address: string, isSmall: boolean): Promise<void> {
  const [loads, opens] = isSmall ? [3, 3] : [9, 6]
  await page.addInitScript(watchStart)
  const name = 'workbench.browser'
  const over = (what: string, value: number, unit: string, most?: number) =>
    report({
      name: `${name}.${what}`,
      value,
      unit,
      budget: most === undefined ? '-' : `<= ${most}`,
      isWithin: most === undefined || value <= most,
    })

  const { reloads, bareMs } = await measureReloads(page, address, loads)
  const reloadMs = middle(reloads.map(({ paintedMs }) => paintedMs))
  over('reload.painted', reloadMs, 'ms', RELOAD_MS)
  over('reload.bare', bareMs, 'ms')
  over('reload.ratio', reloadMs / bareMs, 'x bare')
  over('reload.scripts', middle(reloads.map(({ scripts }) => scripts)), 'files')
  over('reload.largest_paint', middle(reloads.map(({ largestMs }) => largestMs)), 'ms', LARGEST_PAINT_MS)
  over('reload.main_thread', middle(reloads.map(({ taskMs }) => taskMs)), 'ms CPU')
  over('reload.script', middle(reloads.map(({ scriptMs }) => scriptMs)), 'ms CPU')

  const openMs = await measureOpens(page, opens)
  over('first_open.p50', middle(openMs), 'ms', OPEN_MS)
  over('first_open.slowest', Math.max(...openMs), 'ms')
  over('first_open.ratio', middle(openMs) / bareMs, 'x bare')

  await boxOf(page).pressSequentially('这款柜子下周有现货', { delay: 50 })
  const { interactions } = await page.evaluate(() => window.started)
  over('interaction_to_paint', Math.max(...interactions), 'ms', INTERACTION_MS)
}

async function measureReloads(page: Page, address: string, times: number) {
  const session = await page.context().newCDPSession(page)
  // Of the thread: other processes of the machine do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const metric = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (name: string) => (metrics.find((it) => it.name === name)?.value ?? 0) * 1000
  }
  const load = async () => {
    await page.goto('/favicon.svg')
    const before = await metric()
    await page.goto(address)
    await painted(page)
    await page.evaluate(atRest)
    const after = await metric()
    const taken = (name: string) => after(name) - before(name)
    const start = await page.evaluate(() => window.started)
    return { ...start, ...(await bytesOf(page)), taskMs: taken('TaskDuration'), scriptMs: taken('ScriptDuration') }
  }
  for (let n = 1; n < WARM_UP; n += 1) await load()
  const bare = await openBarePage(await load())
  const reloads: Awaited<ReturnType<typeof load>>[] = []
  const bareMs: number[] = []
  for (let n = -WARM_UP; n < times; n += 1) {
    await page.goto(bare.url)
    const ms = await painted(page)
    const reload = await load()
    if (n < 0) continue
    bareMs.push(ms)
    reloads.push(reload)
  }
  bare.close()
  await session.detach()
  return { reloads, bareMs: middle(bareMs) }
}

/** Opens customers of the list that this page has not opened or loaded ahead. */
async function measureOpens(page: Page, times: number): Promise<number[]> {
  const rows = listOf(page).locator('[data-virtuoso-scroller] a[href*="customerId="]')
  const addresses = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const customers = addresses.map((address) => /customerId=(\w+)/.exec(address)?.[1] ?? '')
  const openMs: number[] = []
  for (const customerId of customers.filter((_, place) => place % APART === APART - 1).slice(0, times)) {
    await listOf(page).locator(`[data-virtuoso-scroller] a[href*="${customerId}"]`).click()
    const paintedMs = await painted(page)
    openMs.push(paintedMs - (await page.evaluate(() => window.started.clickedMs)))
    await page.evaluate(atRest)
  }
  if (openMs.length === 0) throw new Error('there is nobody to open')
  return openMs
}

async function painted(page: Page): Promise<number> {
  await page.waitForFunction(() => window.started.paintedMs > 0)
  return page.evaluate(() => window.started.paintedMs)
}

const bytesOf = (page: Page): Promise<PageBytes & { scripts: number }> =>
  page.evaluate(() => {
    const loaded = performance.getEntriesByType('resource').filter((it) => it instanceof PerformanceResourceTiming)
    const endingIn = (end: string) => loaded.filter(({ name }) => name.endsWith(end))
    const bytes = (end: string) => endingIn(end).reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)
    return { script: bytes('.js'), style: bytes('.css'), scripts: endingIn('.js').length }
  })

const middle = (values: readonly number[]) =>
  percentile(
    values.toSorted((a, b) => a - b),
    0.5,
  )

/** In the page: resolves when the main thread had time for itself. */
const atRest = () => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve, 300)))

/** In the page, before its own scripts: when messages are painted, and what the browser measures itself. */
function watchStart(): void {
  const start = { paintedMs: 0, clickedMs: 0, largestMs: 0, interactions: [] as number[] }
  window.started = start
  let shown = ''
  const look = () => {
    const log = document.querySelector('[role=log]')
    const text = log?.querySelector('article') ? (log.textContent ?? '').slice(0, 100) : ''
    if (text === '' || text === shown) return
    shown = text
    // Painted when the frame they were drawn in is over.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => (start.paintedMs ||= performance.now()))
      port1.start()
      port2.postMessage('')
    })
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true })
  const onClick = ({ timeStamp }: Event) => Object.assign(start, { clickedMs: timeStamp, paintedMs: 0 })
  document.addEventListener('click', onClick, true)
  new PerformanceObserver((list) => {
    start.largestMs = list.getEntries().at(-1)?.startTime ?? 0
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[])
      if (entry.interactionId) start.interactions.push(entry.duration)
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
}
