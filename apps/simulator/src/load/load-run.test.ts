import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStage, REDBOOK_SPRUCE, SPRUCE, type Stage } from '../testing/stage.ts'
import { checkLedger } from './check-ledger.ts'
import type { LedgerData } from './ledger.ts'
import type { LoadFigures } from './load-run.ts'
import { percentiles } from './percentiles.ts'

let stage: Stage
beforeEach(async () => {
  stage = await openStage({ seed: 7 })
  await stage.douyin.link(SPRUCE)
  await stage.redbook.bind(REDBOOK_SPRUCE)
  await stage.advance(0)
})
afterEach(() => stage.close())

const figuresNow = async () => {
  const response = await fetch(`${stage.url}/control/load?ledger=1`)
  return (await response.json()) as { figures: LoadFigures; ledger: LedgerData }
}

test('people come at the rate asked for, and every message of theirs is in the ledger', async () => {
  await stage.control('load', { rate: 4, seconds: 20, customers: 30, scripts: ['enter-only', 'five-short'] })
  await stage.advance(20_000)
  const arriving = await figuresNow()
  expect(arriving.figures.arrivals).toBeGreaterThan(50)
  expect(arriving.figures.arrivals).toBeLessThan(115)
  expect(arriving.figures.state).toBe('draining')

  for (let minute = 0; minute < 3; minute++) await stage.advance(60_000)

  const { figures, ledger } = await figuresNow()
  expect(figures.state).toBe('done')
  expect(figures.webhooks).toMatchObject({ waiting: 0, givenUp: 0, retried: 0 })
  expect(figures.webhooks.delivered).toBe(figures.webhooks.made)
  expect(Object.values(figures.runs).reduce((sum, count) => sum + count, 0)).toBe(figures.arrivals)
  const inHooks = [...stage.arrived('im_receive_msg'), ...stage.arrived('/im/send')]
  expect(ledger.customerMessages.length).toBeGreaterThan(100)
  const check = await checkLedger({
    ledger,
    seen: ledger.customerMessages
      .filter(({ messageId }) => inHooks.some(({ body }) => body.includes(messageId.slice(1, 40))))
      .map(({ messageId, customerId, at }) => ({
        platformMessageId: messageId,
        customerId,
        at,
        sender: 'customer',
        enterpriseId: 'ent',
      })),
  })
  expect(check.customerMessages).toMatchObject({ missing: [], doubled: [] })
})

test('there are as many different people as asked for', async () => {
  await stage.control('load', { rate: 20, seconds: 10, customers: 5, scripts: ['enter-only'] })
  await stage.advance(10_000)
  const { figures } = await figuresNow()
  expect(figures.arrivals).toBeGreaterThan(100)
  expect(Object.keys(stage.world.state.customers).length).toBe(10)
})

test('one load at a time', async () => {
  const load = { rate: 1, seconds: 10, customers: 5 }
  await stage.control('load', load)
  await expect(stage.control('load', load)).rejects.toThrow('上一次压测还没有结束')
})

test('an answer to a customer’s first message is timed, later ones are not', async () => {
  await stage.control('load', { rate: 1, seconds: 60, customers: 1, scripts: ['silent-then-awake'] })
  await stage.advance(30_000)
  const talk = stage.world.conversations().find(({ messages }) => messages.length > 0)
  const asked = talk?.messages[0]?.at ?? 0
  const reply = { do: 'text' as const, customerId: talk?.customerId ?? '', text: '您好' }
  await stage.merchant(talk?.source ?? 'douyin', talk?.accountId ?? '', reply)
  await stage.advance(5_000)
  await stage.merchant(talk?.source ?? 'douyin', talk?.accountId ?? '', reply)
  const { figures } = await figuresNow()
  expect(figures.firstReplyMs).toMatchObject({ count: 1, p50: stage.world.now() - 5_000 - asked })
})

test('percentiles are nearest ranks', () => {
  const values = Array.from({ length: 200 }, (_, index) => 200 - index)
  expect(percentiles(values)).toEqual({ count: 200, p50: 100, p95: 190, p99: 198 })
  expect(percentiles([])).toEqual({ count: 0, p50: 0, p95: 0, p99: 0 })
})
