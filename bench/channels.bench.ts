import { setTimeout as sleep } from 'node:timers/promises'
import { type CustomerId, eventApi, messageApi } from '@ruwu/contract'
import { Server } from '@ruwu/e2e/server.ts'
import { freePort } from '@ruwu/testkit'
import { SimulatorProcess } from '@ruwu/e2e/simulator-process.ts'
import type { Run } from '../scripts/lib/figures-runner.ts'
import { Caller } from '@ruwu/e2e/caller.ts'
import { ADMIN, bind, PASSWORD } from './bound-accounts.ts'
import { drive } from './inbound-load.ts'
import { seededRandom } from './seeded-random.ts'

const CUSTOMERS = 500
const PER_SECOND = 500
const DRAIN_LIMIT_MS = 5_000

/** Customers' messages at 500 a second, some twice and some out of order: each is stored once, and nothing piles up. */
export const run: Run = async (report, { isSmall }) => {
  const events = isSmall ? 5_000 : 50_000
  const simulatorPort = await freePort()
  const server = await Server.start(SimulatorProcess.serverEnv(simulatorPort))
  const simulator = await SimulatorProcess.start(simulatorPort, server.url)
  try {
    const admin = await new Caller(server.url).signIn(ADMIN, PASSWORD)
    const account = await bind(admin, simulator.platform, 'douyin')
    const random = seededRandom(7)
    const figures = await drive({
      url: server.url,
      accountId: account.accountId,
      customers: CUSTOMERS,
      events,
      perSecond: PER_SECOND,
      duplicated: 0.05,
      reordered: 0.05,
      random,
    })
    const drainMs = await drained(server.url)
    const { missing, doubled, disordered } = await check(admin, events)

    const p99 = figures.answerMs.toSorted((a, b) => a - b)[Math.floor(figures.answerMs.length * 0.99)] ?? Infinity
    const zero = (name: string, value: number, unit: string) =>
      report({ name, value, unit, budget: 0, isWithin: value === 0 })
    const rate = figures.sent / figures.seconds
    report({
      name: 'channels.in.rate',
      value: rate,
      unit: 'events/s',
      budget: `>= ${PER_SECOND * 0.98}`,
      isWithin: rate >= PER_SECOND * 0.98,
    })
    report({ name: 'channels.in.answer_p99', value: p99, unit: 'ms', budget: '< 1000', isWithin: p99 < 1_000 })
    report({
      name: 'channels.in.drained_after',
      value: drainMs,
      unit: 'ms',
      budget: `<= ${DRAIN_LIMIT_MS}`,
      isWithin: drainMs <= DRAIN_LIMIT_MS,
    })
    zero('channels.in.refused', figures.failed, 'calls')
    zero('channels.in.missing', missing, 'messages')
    zero('channels.in.doubled', doubled, 'messages')
    zero('channels.in.out_of_order', disordered, 'customers')
  } finally {
    await simulator.stop()
    await server.stop()
  }
}

/** How long after the last call everything was applied. */
async function drained(url: string): Promise<number> {
  const started = performance.now()
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text()
    if (/^ruwu_platform_calls_waiting 0$/m.test(text)) return performance.now() - started
    if (performance.now() - started > 120_000) return Infinity
    await sleep(100)
  }
}

/** Reads every thread: each sentence once, and in the order of the platform's times. */
async function check(admin: Caller, events: number) {
  const customers = await created(admin)
  let [total, doubled, disordered] = [0, 0, 0]
  for (const customerId of customers) {
    const said: { text: string; at: string }[] = []
    for (let afterSeq = 0, hasMore = true; hasMore;) {
      const page = await admin.call(messageApi.list, { body: { customerId, afterSeq, limit: 100 } })
      for (const { senderKind, content, platformTime } of page.items)
        if (senderKind === 'customer') said.push({ text: content.text ?? '', at: platformTime ?? '' })
      afterSeq = page.items.at(-1)?.seq ?? afterSeq
      hasMore = page.hasMoreAfter
    }
    const texts = new Set(said.map(({ text }) => text))
    total += texts.size
    doubled += said.length - texts.size
    const shown = said.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
    const numbers = shown.map(({ text }) => Number(/\d+/.exec(text)?.[0]))
    if (numbers.some((number, index) => index > 0 && number < (numbers[index - 1] ?? 0))) disordered += 1
  }
  return { missing: events - total, doubled, disordered }
}

async function created(admin: Caller): Promise<CustomerId[]> {
  const ids: CustomerId[] = []
  for (let after = 0, hasMore = true; hasMore;) {
    const page = await admin.call(eventApi.list, { body: { after, limit: 500 } })
    for (const { type, payload } of page.items)
      if (type === 'customer_create') ids.push((payload.customer as { customerId: CustomerId }).customerId)
    after = page.last
    hasMore = page.hasMore
  }
  return ids
}
