import { customerApi, demoApi, type DemoStarted, enterpriseApi, ERRORS } from '@ruwu/contract'
import { DEMO_CALLS, DEMO_TEXTS, DEMO_WRITES } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { customer, throttle } from '../../../db/schema/index.ts'
import { as, demoWorld } from './testing/demo-world.ts'

let place: Awaited<ReturnType<typeof demoWorld>>
let demo: DemoStarted

beforeAll(async () => {
  place = await demoWorld()
  demo = await place.start()
})

beforeEach(() => place.forgetTries())

// R181
test('a visitor’s writes are limited by the demo, a minute and in all; reads, acts and a reset are not', async () => {
  const { lin, db, clock } = place.here
  const [{ id: customerId } = {}] = await db.sql.select().from(customer).where(eq(customer.entId, demo.entId)).limit(1)
  const note = () =>
    lin.request(customerApi.createNote, { body: { customerId: customerId!, text: '想看样板间' } }, as(demo))
  const own = { demoId: demo.demoId, source: 'redbook' as const }

  for (const [key, { most, windowMs }, msg] of [
    ['demo-write', DEMO_WRITES.aMinute, ERRORS.tooOften.msg],
    ['demo-writes', DEMO_WRITES.inAll, DEMO_TEXTS.actsUp],
  ] as const) {
    await place.forgetTries()
    const now = clock.now()
    const window = { windowStartedAt: now, windowEndsAt: new Date(now.getTime() + windowMs) }
    await db.sql.insert(throttle).values({ key: `${key}:${demo.entId}`, count: most - 1, ...window })
    expect(await note()).toMatchObject({ code: 1 })
    expect(await note()).toMatchObject({ code: 42901, msg, data: { retryAfter: windowMs / 1000 } })
    expect(await lin.request(enterpriseApi.detail, {}, as(demo))).toMatchObject({ code: 1 })
    expect(await lin.request(demoApi.act, { body: { ...own, action: 'enter' } }, as(demo))).toMatchObject({ code: 1 })
  }
  demo = await lin.call(demoApi.reset, { body: { demoId: demo.demoId } }, as(demo))
})

test('a visitor’s sign-in has its own pace for all calls; nobody else is slowed by it', async () => {
  const { lin, clock } = place.here
  const other = await place.start()
  const read = (by: DemoStarted) => lin.request(enterpriseApi.detail, {}, as(by))
  const accepted = async () => {
    const answers = await Promise.all(Array.from({ length: DEMO_CALLS.burst + 5 }, () => read(demo)))
    return answers.filter(({ code }) => code === 1).length
  }

  expect(await accepted()).toBe(DEMO_CALLS.burst)
  expect(await read(demo)).toMatchObject({ code: 42901, data: { retryAfter: 1 } })
  expect(await read(other)).toMatchObject({ code: 1 })
  for (let call = 0; call < DEMO_CALLS.burst + 5; call += 1) await lin.call(enterpriseApi.detail, {})
  clock.advance(1000)
  expect(await accepted()).toBe(DEMO_CALLS.perSecond)
})
