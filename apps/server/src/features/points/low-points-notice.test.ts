import { type KnowledgeId, noticeApi, pointsApi } from '@ruwu/contract'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { event } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Person } from '../../testing/person.ts'
import { deliver, receiver, subscribe } from '../../testing/webhooks.ts'
import { world } from '../../testing/world.ts'
import { chargeLearning, grant, lowPointsNotice } from './index.ts'

const DAY_MS = 86_400_000

const noticeOf = async (person: Person) => (await person.call(pointsApi.info, {})).notice

/** Lin is to be told; the enterprise has 1,000 points and spends on chosen days. */
async function noticeWorld() {
  const here = await world({ env: { DEMO: 'true' } })
  const { db, clock, zhao, lin, app } = here
  const { entId } = lin
  const setting = await zhao.call(pointsApi.getSetting, {})
  await zhao.call(pointsApi.saveSetting, { body: { ...setting, notifyAgentIds: [lin.id] } })
  const spend = (points: number) =>
    db.transaction((tx) => {
      const charged = { entId, relationId: null, knowledgeId: newId<KnowledgeId>(clock.now()) }
      return chargeLearning(tx, { ...charged, chars: points * 1_000, key: 'v1' }, clock.now())
    })
  const job = lowPointsNotice({ db, clock, log: app.log })
  const told = async () => {
    const rows = await db.sql
      .select()
      .from(event)
      .where(and(eq(event.entId, entId), eq(event.type, 'ent_points_warning')))
      .orderBy(asc(event.seq))
    return rows.map(({ payload }) => (payload as { days: number }).days)
  }
  /** Runs on two nodes at once; answers what the event says, and what Lin's console shows. */
  const run = async () => {
    const before = (await told()).length
    await Promise.all([job.run({}), job.run({})])
    return [...(await told()).slice(before), await noticeOf(lin)]
  }
  const choose = async (...people: Person[]) => {
    const { version, ...saved } = await zhao.call(pointsApi.getSetting, {})
    const notifyAgentIds = people.map(({ id }) => id)
    await zhao.call(pointsApi.saveSetting, { body: { ...saved, version, notifyAgentIds } })
  }
  return { ...here, entId, spend, run, choose }
}

// R165
test('通知人 are told at 30, 7, 3 and 1 days, once each, and again after points were added', async () => {
  const { db, clock, entId, lin, zhao, spend, run } = await noticeWorld()
  const see = () => lin.call(pointsApi.seeNotice, {})
  expect(await run()).toEqual([''])
  await spend(30)
  clock.advance(DAY_MS)

  // 970 points at 30 a day, then 840 at 80 a day.
  expect(await run()).toEqual([''])
  await spend(130)
  clock.advance(DAY_MS)
  expect(await run()).toEqual([30, '积分预计可用约 10 天，现有 840 积分，请及时充值'])
  // Until it was seen, also by a console that is opened later.
  expect(await run()).toEqual(['积分预计可用约 10 天，现有 840 积分，请及时充值'])
  expect(await noticeOf(zhao)).toBe('')
  await see()
  expect(await run()).toEqual([''])
  await spend(330)
  clock.advance(DAY_MS)
  expect(await run()).toEqual([7, '积分预计可用约 3 天，现有 510 积分，请及时充值'])
  await spend(510)
  expect(await run()).toEqual([1, '积分已用尽：AI 托管已暂停，客户将由人工接待'])
  await Promise.all([see(), see()])
  expect(await run()).toEqual([''])

  await db.transaction((tx) => grant(tx, { entId, pool: 'orderPoints', points: 300, reason: '充值' }, clock.now()))
  expect(await noticeOf(lin)).toBe('')
  expect(await run()).toEqual([3, '积分预计可用约 1 天，现有 300 积分，请及时充值'])
  await db.transaction((tx) => grant(tx, { entId, pool: 'orderPoints', points: 90_000, reason: '充值' }, clock.now()))
  expect(await run()).toEqual([''])
})

test('a warning is in 通知中心 of 通知人 alone', async () => {
  const { clock, lin, zhao, spend, run } = await noticeWorld()
  await spend(990)
  clock.advance(DAY_MS)

  await run()

  const text = '积分预计可用约 1 天，现有 10 积分，请及时充值'
  expect(await lin.call(noticeApi.page, { body: {} })).toMatchObject({ items: [{ kind: 'points_warning', text }] })
  expect((await zhao.call(noticeApi.page, { body: {} })).items).toEqual([])
})

test('with nobody to tell it stays due; who is chosen later is told alone, who is no longer chosen is not', async () => {
  const { clock, lin, zhao, spend, run, choose } = await noticeWorld()
  const text = '积分预计可用不足 1 天，现有 10 积分，请及时充值'
  await choose()
  await spend(990)
  clock.advance(DAY_MS)
  expect(await run()).toEqual([''])

  await choose(lin)
  expect(await run()).toEqual([1, text])
  await lin.call(pointsApi.seeNotice, {})
  await choose(lin, zhao)
  expect([await noticeOf(lin), await noticeOf(zhao)]).toEqual(['', text])
  expect(await run()).toEqual([''])
  await choose(lin)
  expect(await noticeOf(zhao)).toBe('')
})

test('a subscribed webhook gets the warning once, and the enterprise next door is told nothing', async () => {
  const here = await noticeWorld()
  const { db, zhao, rival, spend, run, choose, clock } = here
  await choose()
  const there = await receiver()
  await subscribe(zhao, there.url, 'points.warning')
  await spend(990)
  clock.advance(DAY_MS)

  await run()
  await deliver(here)
  await deliver(here)

  expect(there.calls.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
    { type: 'points.warning', enterpriseId: zhao.entId, data: { days: 1, totalPoints: 10 } },
  ])
  const theirs = await db.sql.select().from(event).where(eq(event.entId, rival.entId))
  expect(theirs.filter(({ type }) => type === 'ent_points_warning')).toEqual([])
})
