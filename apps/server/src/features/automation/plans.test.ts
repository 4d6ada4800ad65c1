import { automationApi, flowApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { plansOf } from '../../testing/plans.ts'
import { world } from '../../testing/world.ts'

test('due follow-ups and counts are read by index', async () => {
  const { db, clock, reception, zhao, rival } = await world()
  // Those who wait stand alone here: customers would take longer to make than the test.
  await db.pool.query('alter table follow_up drop constraint follow_up_customer_fk')
  await db.pool.query('alter table automation_log drop constraint automation_log_customer_fk')
  const fill = (entId: string, rows: number) =>
    db.pool.query(
      `with n as (select generate_series(1, $2::int) as n), waiting as (
         insert into follow_up (ent_id, customer_id, session_id, since, step, due_at)
         select $1, gen_random_uuid(), gen_random_uuid(), $3::timestamptz, 1, $3::timestamptz + n * interval '1 min' from n)
       insert into automation_log (ent_id, id, type, name, customer_id, relation_id, session_id, step, result, input, at, duration_ms)
       select $1, gen_random_uuid(), 'followUp', '', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'sent', '{}',
         $3::timestamptz - n * interval '10 min', 1 from n`,
      [entId, rows, clock.now()],
    )
  await fill(zhao.entId, 2_000)
  await fill(rival.entId, 20_000)
  for (const table of ['follow_up', 'automation_log']) await db.pool.query(`analyze ${table}`)

  const plans = await plansOf(db, async () => {
    await reception.work.followUps.run()
    await zhao.call(automationApi.more, {})
  })

  const read = plans.filter((plan) => /follow_up|automation_log/.test(plan))
  expect(read.length).toBe(3)
  for (const plan of read) expect(plan).not.toMatch(/Seq Scan on (?:follow_up|automation_log)/)
})

test('已拦截 of flows reads the messages that were held back, not all steps of a week', async () => {
  const { db, clock, zhao } = await world()
  await db.pool.query('alter table automation_log drop constraint automation_log_customer_fk')
  await db.pool.query(
    `insert into automation_log (ent_id, id, type, name, customer_id, relation_id, result, input, at, duration_ms)
     select $1, gen_random_uuid(), 'flow', '', gen_random_uuid(), gen_random_uuid(), case when n % 500 = 0 then 'blocked' else 'sent' end, '{}',
       $2::timestamptz - n * interval '1 sec', 1 from generate_series(1, 20000) as n`,
    [zhao.entId, clock.now()],
  )
  await db.pool.query('analyze automation_log')

  const plans = await plansOf(db, () => zhao.call(flowApi.list, {}))

  const read = plans.filter((plan) => /automation_log/.test(plan))
  expect(read).toEqual([expect.stringContaining('automation_log_flow_blocked')])
})
