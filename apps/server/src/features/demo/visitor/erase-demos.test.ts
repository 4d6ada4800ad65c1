import { enterpriseApi, messageApi } from '@ruwu/contract'
import { and, desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { channelAccount, customer, customerMessage, enterprise } from '../../../db/schema/index.ts'
import { newId } from '../../../platform/ids.ts'
import { endDemo } from '../../enterprise/index.ts'
import { as, demoWorld } from './testing/demo-world.ts'

let place: Awaited<ReturnType<typeof demoWorld>>

beforeAll(async () => {
  place = await demoWorld()
})

/** Of a large demo: its share of a run is too short for all of its tables. */
const STATEMENT_MS = 400

test('a large demo does not hold up the others: each gets its share of a run, and the next run goes on', async () => {
  const { here } = place
  const demos = [await place.start(), await place.start()]
  for (const { entId } of demos) await endDemo(here.db.sql, entId, here.clock.now())
  const left = () => Promise.all(demos.map(async ({ entId }) => (await place.tablesWith(entId)).length))
  const before = await left()
  const sql = new Proxy(here.db.sql, {
    get(target, name) {
      if (name === 'execute') here.clock.advance(STATEMENT_MS)
      return Reflect.get(target, name) as unknown
    },
  })

  await place.eraserOf({ db: { ...here.db, sql } }).run()

  for (const [no, tables] of (await left()).entries()) {
    expect(tables).toBeGreaterThan(10)
    expect(tables).toBeLessThan(before[no]!)
  }
  await place.eraseEnded()
  expect(await left()).toEqual([0, 0])
})

test('a start without the simulated platforms ends the demos it finds: nothing of theirs is sent any more', async () => {
  const { here } = place
  const [living, ended] = [await place.start(), await place.start()]
  const before = await here.db.sql.select().from(enterprise)
  const [{ id: customerId } = {}] = await here.db.sql
    .select()
    .from(customer)
    .where(and(eq(customer.entId, living.entId), eq(customer.agentId, living.id)))
    .orderBy(desc(customer.lastInboundAt))
    .limit(1)
  const arrived: object[] = []
  for (const source of [here.platform.redbook, here.platform.douyin])
    Object.assign(source, {
      send: async (...sent: unknown[]) => {
        arrived.push(sent)
        return { platformMessageId: `@${arrived.length}`, acceptedAt: here.clock.now() }
      },
    })
  const chatId = newId<string>(here.clock.now())
  const content = { type: 'text' as const, text: '还在吗' }
  const { id } = await here.lin.call(
    messageApi.send,
    { body: { customerId: customerId!, chatId, content } },
    as(living),
  )
  await endDemo(here.db.sql, ended.entId, here.clock.now())

  await place.eraserOf().endAll()

  expect(await here.lin.request(enterpriseApi.detail, {}, as(living))).toMatchObject({ code: 40101 })
  expect(await here.lin.call(enterpriseApi.detail, {})).toMatchObject({ entId: here.lin.entId })
  for (const { entId } of [living, ended]) {
    const accounts = await here.db.sql.select().from(channelAccount).where(eq(channelAccount.entId, entId))
    expect(accounts.map(({ openStatus }) => openStatus)).toEqual(['unbound', 'unbound'])
  }
  const { outbound } = here.reception.work
  await outbound.run()
  await outbound.drain()
  const isSent = eq(customerMessage.id, id)
  expect(await here.db.sql.select().from(customerMessage).where(isSent)).toMatchObject([{ status: 2 }])
  expect(arrived).toEqual([])
  await place.eraseEnded()
  expect(await here.db.sql.select().from(enterprise)).toHaveLength(before.length - 2)
})
