import { seededRandom } from '@ruwu/testkit'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customer, customerTally } from '../../db/schema/index.ts'
import { addCrowd } from '../../testing/customer-crowd.ts'
import { openAccount } from '../../testing/platform.ts'
import { world, type World } from '../../testing/world.ts'
import { foldTallies } from './tally.ts'

const GROUP = sql`ent_id, agent_id, archive, reception_type, source, relation_id`

/** What the lines sum up to, and what the rows say. */
async function both({ db }: World) {
  const summed = await db.sql.execute(sql`select ${GROUP}, sum(count)::int as count, sum(waiting)::int as waiting,
      sum(leads)::int as leads, sum(ads)::int as ads, sum(sent)::int as sent, sum(failed)::int as failed
    from customer_tally group by ${GROUP}
    having sum(count) <> 0 or sum(waiting) <> 0 or sum(leads) <> 0 or sum(ads) <> 0 or sum(sent) <> 0 or sum(failed) <> 0 order by ${GROUP}`)
  const counted = await db.sql
    .execute(sql`select ${GROUP}, count(*)::int as count, count(waiting_since)::int as waiting,
      count(lead_status)::int as leads, count(*) filter (where by_ad)::int as ads,
      count(*) filter (where last_outbound_status = 1)::int as sent, count(*) filter (where last_outbound_status = 2)::int as failed
    from customer group by ${GROUP} order by ${GROUP}`)
  return { summed: summed.rows, counted: counted.rows }
}

async function crowded(count: number) {
  const here = await world({ poolSize: 20 })
  const { lin, wei, db, clock } = here
  const accounts = [await openAccount(here, { entId: lin.entId }), await openAccount(here, { entId: lin.entId })]
  const random = seededRandom(7)
  const agents = [lin, wei].map(({ id, name }) => ({ id, name, createdAt: clock.now() }))
  const named = accounts.map((account) => ({ ...account, name: '云杉家居' }))
  const { ids } = await addCrowd(db, { entId: lin.entId, agents, accounts: named, count, now: clock.now(), random })
  return { here, ids, random, agents: agents.map(({ id }) => id) }
}

test('the tally is what the customers are, through every change and every folding', async () => {
  const { here, ids, random, agents } = await crowded(60)
  const { db } = here
  const one = () => ids[Math.floor(random() * ids.length)]
  const changes = [
    () => sql`update customer set archive = not archive where id = ${one()}`,
    () => sql`update customer set agent_id = ${agents[Math.floor(random() * 3)] ?? null} where id = ${one()}`,
    () => sql`update customer set waiting_since = case when waiting_since is null then now() end where id = ${one()}`,
    () => sql`update customer set last_outbound_status = ${Math.floor(random() * 3)} where id = ${one()}`,
    () => sql`update customer set lead_status = case when lead_status is null then 'new' end where id = ${one()}`,
    () => sql`update customer set reception_type = 'manual', ai_off_reason = 'agent_toggle' where id = ${one()}`,
    () => sql`update customer set last_message_at = now() where id = ${one()}`,
    () => sql`update customer set archive = true where agent_id = ${agents[0]}`,
  ]
  const change = () => db.sql.execute((changes[Math.floor(random() * changes.length)] ?? changes[0])?.() ?? sql`select`)

  for (let round = 0; round < 12; round += 1) {
    await Promise.all([
      ...Array.from({ length: 15 }, change),
      foldTallies(db.sql, 1),
      foldTallies(db.sql, 1),
      ...Array.from({ length: 5 }, change),
    ])

    const { summed, counted } = await both(here)
    expect(summed).toEqual(counted)
  }
  await foldTallies(db.sql, 1)

  const lines = await db.sql.select().from(customerTally)
  expect(lines.every((line) => line.isSum)).toBe(true)
  expect(lines).toHaveLength((await both(here)).counted.length)
})

test('a change that does not concern the tally leaves no line, and few lines are left alone', async () => {
  const { here } = await crowded(10)
  const { db } = here
  await foldTallies(db.sql, 1)
  const before = await db.sql.select().from(customerTally)

  await db.sql.update(customer).set({ name: '新名字', lastMessageAt: here.clock.now() })
  expect(await db.sql.select().from(customerTally)).toEqual(before)

  await db.sql.update(customer).set({ archive: true, agentId: null })
  const unfolded = await db.sql.select().from(customerTally)
  await foldTallies(db.sql)
  expect(await db.sql.select().from(customerTally)).toHaveLength(unfolded.length)
})

test('customers who are gone are taken off', async () => {
  const { here } = await crowded(5)
  await here.db.pool.query(
    `delete from customer_tag; delete from customer_seat; delete from customer_name; delete from customer`,
  )

  expect((await both(here)).summed).toEqual([])
})
