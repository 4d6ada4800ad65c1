import { type KnowledgeId, pointsApi } from '@ruwu/contract'
import { and, asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { event } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { deliver, receiver, subscribe } from '../../testing/webhooks.ts'
import { world } from '../../testing/world.ts'
import { chargeLearning, grant, lowPointsNotice } from './index.ts'

const DAY_MS = 86_400_000

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
      .where(and(eq(event.entId, entId), inArray(event.type, ['hint', 'ent_points_warning'])))
      .orderBy(asc(event.seq))
    return rows.map(({ type, payload, audience }) =>
      type === 'hint' ? [(payload as { text: string }).text, audience?.agentIds] : (payload as { days: number }).days,
    )
  }
  /** Runs on two nodes at once. */
  const run = async () => {
    const before = (await told()).length
    await Promise.all([job.run({}), job.run({})])
    return (await told()).slice(before)
  }
  return { ...here, entId, spend, run }
}

// R165
test('通知人 are told at 30, 7, 3 and 1 days, once each, and again after points were added', async () => {
  const { db, clock, entId, lin, spend, run } = await noticeWorld()
  expect(await run()).toEqual([])
  await spend(30)
  clock.advance(DAY_MS)

  // 970 points at 30 a day, then 840 at 80 a day.
  expect(await run()).toEqual([])
  await spend(130)
  clock.advance(DAY_MS)
  expect(await run()).toEqual([['积分预计可用约 10 天，现有 840 积分，请及时充值', [lin.id]], 30])
  expect(await run()).toEqual([])
  await spend(330)
  clock.advance(DAY_MS)
  expect(await run()).toEqual([['积分预计可用约 3 天，现有 510 积分，请及时充值', [lin.id]], 7])
  await spend(510)
  expect(await run()).toEqual([['积分已用尽：AI 托管已暂停，客户将由人工接待', [lin.id]], 1])
  expect(await run()).toEqual([])

  await db.transaction((tx) => grant(tx, { entId, pool: 'orderPoints', points: 300, reason: '充值' }, clock.now()))
  expect(await run()).toEqual([['积分预计可用约 1 天，现有 300 积分，请及时充值', [lin.id]], 3])
})

test('a subscribed webhook gets the warning once, and the enterprise next door is told nothing', async () => {
  const here = await noticeWorld()
  const { db, zhao, rival, spend, run, clock } = here
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
