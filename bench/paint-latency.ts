import { setTimeout as sleep } from 'node:timers/promises'
import { query } from '@ruwu/e2e/database.ts'
import type { Server } from '@ruwu/e2e/server.ts'
import { threadOf } from '@ruwu/e2e/workbench.ts'
import type { Page } from 'playwright-core'
import { drive } from './inbound-load.ts'

declare global {
  interface Window {
    /** When the message with this number was painted, by the machine's clock. */
    painted: Map<number, number>
  }
}

const CUSTOMERS = 20
/** How long the last message may take to be painted. */
const PATIENCE_MS = 5000
const LOOK_MS = 50

type Place = { page: Page; server: Server; accountId: string }

const callsOf = ({ server, accountId }: Place, perSecond: number) => ({
  url: server.url,
  accountId,
  customers: CUSTOMERS,
  perSecond,
  duplicated: 0,
  reordered: 0,
  random: Math.random,
})

/** Customers who write, so many messages each, and the thread of the first of them. */
export async function openWriters(place: Place, perSecond: number, messages = 1): Promise<void> {
  await drive({ ...callsOf(place, perSecond), events: messages * CUSTOMERS })
  await openFirst(place.page, place.server)
}

/** Latency from the platform's call until the message is painted in the open thread; Infinity where it never was. */
export async function measurePainting(
  place: Place,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const { page } = place
  const calls = callsOf(place, perSecond)
  await openWriters(place, perSecond)
  await watchPainting(page)

  const events = perSecond * seconds
  const posted = new Map<number, number>()
  const { failed } = await drive({
    ...calls,
    first: CUSTOMERS,
    events,
    onPost: (n) => n % CUSTOMERS === 0 && posted.set(n / CUSTOMERS, performance.timeOrigin + performance.now()),
  })
  if (failed > 0) throw new Error(`${failed} calls failed`)
  // By their numbers: earlier messages are painted as well.
  await page
    .waitForFunction((all) => all.every((no) => window.painted.has(no)), [...posted.keys()], { timeout: PATIENCE_MS })
    .catch(() => {})
  const painted = new Map(await page.evaluate(() => [...window.painted]))
  return [...posted].map(([no, at]) => (painted.get(no) ?? Infinity) - at)
}

/** The customer who writes every so many events. */
async function openFirst(page: Page, server: Server): Promise<void> {
  const customerId = await idOfFirst(server)
  await page.goto(`/chat?scope=3&customerId=${customerId}`)
  await threadOf(page).getByText('第 0 句').first().waitFor()
}

/** The calls are answered before they are applied. */
async function idOfFirst(server: Server): Promise<string> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const [customer] = await query<{ id: string }>(
      server,
      `select id from customer where platform_user_id = '_000load0'`,
    )
    if (customer) return customer.id.replaceAll('-', '')
    await sleep(LOOK_MS)
  }
  throw new Error('nobody has written')
}

/** Words are painted when the frame they were drawn in is over. */
const watchPainting = (page: Page) =>
  threadOf(page).evaluate((log) => {
    const seen = new Set<Element>()
    window.painted = new Map()
    const look = () => {
      for (const article of log.querySelectorAll('article')) {
        const no = /第 (\d+) 句/.exec(article.textContent)?.[1]
        if (no === undefined || seen.has(article)) continue
        seen.add(article)
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () =>
            window.painted.set(Number(no), performance.timeOrigin + performance.now()),
          )
          port1.start()
          port2.postMessage('')
        })
      }
    }
    new MutationObserver(look).observe(log, { childList: true, subtree: true, characterData: true })
  })
