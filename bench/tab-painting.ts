import { launch, Visitor } from '@ruwu/e2e/browser.ts'
import { PASSWORD } from '@ruwu/server/testing/password.ts'
import type { StatisticsData } from '@ruwu/server/testing/statistics-data.ts'
import type { Page } from 'playwright-core'
import type { Report } from '../scripts/lib/figures-runner.ts'
import { percentile } from './load.ts'

const BUDGET_MS = 1000
/** In the order of the page. */
const TABS = ['overview', 'reception', 'ai', 'agent', 'channel', 'tag', 'heatmap', 'lead', 'session'] as const

declare global {
  interface Window {
    tab: { clickedMs: number; paintedMs: number; isThere: () => boolean }
  }
}

/** From the click on each tab of /bi until its charts and tables are painted. */
export async function measureTabPainting(
  { url, viewer }: StatisticsData,
  report: Report,
  times: number,
): Promise<void> {
  const browser = await launch()
  try {
    const visitor = await Visitor.open(browser, url)
    const { page } = visitor
    await page.addInitScript(watchTab)
    await visitor.signIn(viewer.telephone, { password: PASSWORD, path: addressOf('overview') })
    for (const [place, tab] of TABS.entries()) {
      const spent: number[] = []
      // The first one loads scripts into the browser's cache.
      for (let n = -1; n < times; n += 1) {
        // A new document: the console keeps the answers that it has.
        await page.goto(addressOf(TABS.at(place - 1)!))
        await page.waitForFunction(() => window.tab.isThere())
        await page.evaluate(atRest)
        const ms = await open(page, place)
        if (n >= 0) spent.push(ms)
      }
      const p95 = percentile(
        spent.toSorted((a, b) => a - b),
        0.95,
      )
      report({
        name: `statistics.million.${tab}.painted.p95`,
        value: Math.round(p95),
        unit: 'ms',
        budget: BUDGET_MS,
        isWithin: p95 <= BUDGET_MS,
      })
    }
  } finally {
    await browser.close()
  }
}

const addressOf = (tab: (typeof TABS)[number]) => `/bi?range=recent30Days&tab=${tab}`

async function open(page: Page, place: number): Promise<number> {
  await page.getByRole('navigation', { name: '统计' }).getByRole('link').nth(place).click()
  await page.waitForFunction(() => window.tab.paintedMs > 0)
  return page.evaluate(() => window.tab.paintedMs - window.tab.clickedMs)
}

/** In the page: resolves when the main thread had time for itself. */
const atRest = () => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve, 300)))

/** In the page, before its own scripts: when everything that the clicked tab shows is painted. */
function watchTab(): void {
  let clicked: Element | null = null
  const state = {
    clickedMs: 0,
    paintedMs: 0,
    isThere() {
      const main = document.querySelector('main')
      if (!main || main.querySelector('[aria-busy="true"]')) return false
      const isLoading = [...main.querySelectorAll('output')].some(({ textContent }) =>
        textContent?.startsWith('加载中'),
      )
      const figures = [...main.querySelectorAll('figure')]
      const hasData = figures.length > 0 || main.querySelector('tbody tr[data-row-key]') !== null
      return !isLoading && hasData && figures.every((figure) => figure.querySelector('svg path') !== null)
    },
  }
  window.tab = state
  const look = () => {
    if (clicked?.getAttribute('aria-current') !== 'page' || !state.isThere()) return
    clicked = null
    // Drawn in the first frame, which is over when the second begins.
    requestAnimationFrame(() => requestAnimationFrame(() => (state.paintedMs = performance.now())))
  }
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
  const onClick = ({ target, timeStamp }: Event) => {
    clicked = target instanceof Element ? target.closest('a') : null
    Object.assign(state, { clickedMs: timeStamp, paintedMs: 0 })
  }
  document.addEventListener('click', onClick, true)
}
