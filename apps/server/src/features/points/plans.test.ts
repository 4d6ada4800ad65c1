import { pointsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { plansOf } from '../../testing/plans.ts'
import { world } from '../../testing/world.ts'
import { lowerRunPoints } from '../ai-reception/index.ts'
import { PointsWorker } from './index.ts'
import { rebuildDays } from './point-day.repo.ts'

test('bills and pending refunds are read by index', async () => {
  const { db, clock, app, zhao, rival } = await world()
  const fill = (entId: string, rows: number) =>
    db.pool.query(
      `insert into point_ledger (ent_id, id, at, type, item, delta, pool, order_points, bonus_order_points, bonus_human_points,
         message_id, key)
       select $1, gen_random_uuid(), $3::timestamptz - n * interval '1 min', 'consume', 'ai_reply', -1, 'orderPoints', -n, 0, 0,
         gen_random_uuid(), 'ai_reply:' || n from generate_series(1, $2::int) n`,
      [entId, rows, clock.now()],
    )
  const addRare = (entId: string) =>
    db.pool.query(
      `insert into point_ledger (ent_id, id, at, type, item, delta, pool, order_points, bonus_order_points, bonus_human_points, key)
       select $1, gen_random_uuid(), $2::timestamptz - n * interval '1 day', t.type, t.item, 1, 'orderPoints', 0, 0, 0, t.type || n
       from generate_series(1, 25) n, (values ('recharge', null), ('consume', 'knowledge')) t (type, item)`,
      [entId, clock.now()],
    )
  await fill(zhao.entId, 2_000)
  await fill(rival.entId, 40_000)
  for (const { entId } of [zhao, rival]) await addRare(entId)
  for (const { entId } of [zhao, rival]) await db.transaction((tx) => rebuildDays(tx, entId, 'Asia/Shanghai'))
  for (const table of ['point_ledger', 'point_account', 'point_lot', 'point_day'])
    await db.pool.query(`analyze ${table}`)

  const worker = new PointsWorker({ db, clock, log: app.log, lowerRunPoints })
  const plans = await plansOf(db, async () => {
    await zhao.call(pointsApi.pageBills, { body: { type: 'consume' } })
    await zhao.call(pointsApi.timeline, { body: {} })
    await worker.run()
  })

  const read = plans.filter((plan) => plan.includes('point_ledger'))
  expect(read.length).toBeGreaterThanOrEqual(2)
  for (const plan of read) expect(plan).not.toMatch(/Seq Scan on point_ledger/)

  const rare = await plansOf(db, async () => {
    await rival.call(pointsApi.pageBills, { body: { type: 'recharge' } })
    await rival.call(pointsApi.pageBills, { body: { item: 'knowledge' } })
  })
  expect(rare.filter((plan) => plan.includes('point_ledger'))).toEqual([
    expect.stringContaining('point_ledger_type'),
    expect.stringContaining('point_ledger_item'),
  ])
})
