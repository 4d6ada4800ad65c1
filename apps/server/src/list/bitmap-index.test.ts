import { customerApi, type CustomerFilter, SCOPE } from '@ruwu/contract'
import { DEFAULT_CUSTOMER_FILTER } from '@ruwu/domain'
import { seededRandom } from '@ruwu/testkit'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customer, customerSet, customerTouched } from '../db/schema/index.ts'
import { addCrowd } from '../testing/customer-crowd.ts'
import { openAccount } from '../testing/platform.ts'
import { world, type World } from '../testing/world.ts'
import { refreshBitmaps } from './bitmap-refresh.repo.ts'
import { CUSTOMER_KEYS } from './bitmap-keys.repo.ts'

/** Bitmap keys per customer: as stored, and as computed from the rows. */
async function both({ db }: World) {
  const stored = await db.sql.execute<{
    id: string
    keys: string[]
  }>(sql`select n.customer_id as id, array_agg(s.key order by s.key) as keys
    from customer_no n join customer_set s on s.ent_id = n.ent_id and s.block = n.no / 16384 and get_bit(s.bits, n.no % 16384) = 1
    group by 1 order by 1`)
  const meant = await db.sql.execute<{
    id: string
    keys: string[]
  }>(sql`select c.id, array_agg(k.key order by k.key collate "C") as keys
    from customer c, unnest(${CUSTOMER_KEYS}) k(key) where k.key is not null group by 1 order by 1`)
  return { stored: stored.rows, meant: meant.rows }
}

async function crowded(count: number) {
  const here = await world({ poolSize: 20 })
  const { lin, wei, db, clock } = here
  const accounts = [await openAccount(here, { entId: lin.entId }), await openAccount(here, { entId: lin.entId })]
  const random = seededRandom(7)
  const agents = [lin, wei].map(({ id, name }) => ({ id, name, createdAt: clock.now() }))
  const named = accounts.map((account) => ({ ...account, name: '云杉家居' }))
  const crowd = await addCrowd(db, { entId: lin.entId, agents, accounts: named, count, now: clock.now(), random })
  return { here, ...crowd, random, agents: agents.map(({ id }) => id) }
}

test('bitmaps equal the customer rows after every change and refresh, and counts are right at any moment', async () => {
  const { here, ids, tagIds, random, agents } = await crowded(60)
  const { db, zhao } = here
  const any = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]
  const one = () => any(ids)
  const changes = [
    () => sql`update customer set archive = not archive where id = ${one()}`,
    () => sql`update customer set agent_id = ${agents[Math.floor(random() * 3)] ?? null} where id = ${one()}`,
    () => sql`update customer set waiting_since = case when waiting_since is null then now() end where id = ${one()}`,
    () => sql`update customer set last_outbound_status = ${Math.floor(random() * 3)} where id = ${one()}`,
    () => sql`update customer set lead_status = case when lead_status is null then 'new' end where id = ${one()}`,
    () => sql`update customer set reception_type = 'manual', ai_off_reason = 'agent_toggle' where id = ${one()}`,
    () => sql`update customer set by_ad = not by_ad, last_message_at = now() where id = ${one()}`,
    () => sql`update customer set tag_ids = ${sql.param([any(tagIds)])}::uuid[] where id = ${one()}`,
    () => sql`update customer set inbound_count = inbound_count + 1, last_inbound_at = now() where id = ${one()}`,
    () =>
      sql`update customer_seat set read_inbound = 0, marked_unread = not marked_unread where customer_id = ${one()}`,
    () => sql`delete from customer_seat where customer_id = ${one()}`,
    () => sql`update agent set created_at = now() where id = ${any(agents)}`,
    // Locked in one order: two of these at once would deadlock.
    () => sql`update customer set archive = true
      where id in (select id from customer where agent_id = ${agents[0]} order by id for update)`,
  ]
  const change = () => db.sql.execute((any(changes) ?? (() => sql`select`))())
  const filters: CustomerFilter[] = [
    { ...DEFAULT_CUSTOMER_FILTER, scope: SCOPE.colleagues },
    { ...DEFAULT_CUSTOMER_FILTER, scope: SCOPE.unassigned, unread: true },
    { ...DEFAULT_CUSTOMER_FILTER, scope: SCOPE.unassigned, tagIds: tagIds.slice(0, 1), hasLead: false },
  ]
  const count = (filter: CustomerFilter) => zhao.call(customerApi.count, { query: { filter: JSON.stringify(filter) } })

  for (let round = 0; round < 12; round += 1) {
    await Promise.all([
      ...Array.from({ length: 15 }, change),
      refreshBitmaps(db, 1),
      refreshBitmaps(db, 1),
      ...Array.from({ length: 5 }, change),
      ...filters.map(count),
    ])
    const before = await Promise.all(filters.map(count))
    await refreshBitmaps(db, 1)

    const { stored, meant } = await both(here)
    expect(stored).toEqual(meant)
    expect(await db.sql.select().from(customerTouched)).toEqual([])
    expect(await Promise.all(filters.map(count))).toEqual(before)
  }
})

test('every customer is counted once during a concurrent bitmap refresh', async () => {
  const { here, ids } = await crowded(40)
  const { db, zhao } = here
  const countIn = async (archive: boolean) => {
    const filter = JSON.stringify({ archive, scope: SCOPE.unassigned })
    const { myCount, colleagueCount, unassignedCount } = await zhao.call(customerApi.count, { query: { filter } })
    return myCount + colleagueCount + unassignedCount
  }
  const all = () => Promise.all([countIn(true), countIn(false)])
  // Moved between the archives they stay as many in both.
  const swap = (pair: number) =>
    db.sql.execute(sql`update customer set archive = id = ${ids[pair]}, agent_id = null
      where id in (${ids[pair]}, ${ids[pair + 1]})`)
  for (let pair = 0; pair < 40; pair += 2) await swap(pair)
  const before = await all()

  for (let round = 0; round < 10; round += 1) {
    const [counted] = await Promise.all([
      all(),
      refreshBitmaps(db, 1),
      db.sql.execute(sql`update customer set archive = not archive where id in (${ids[0]}, ${ids[1]})`),
      refreshBitmaps(db, 1),
      db.sql.execute(sql`update customer set inbound_count = inbound_count + 1 where id not in (${ids[0]}, ${ids[1]})`),
    ])
    expect(counted).toEqual(before)
  }
  expect(before).toEqual([20, 20])
})

test('a change of a column outside the bitmaps queues nothing, and few changes cause no bitmap refresh', async () => {
  const { here } = await crowded(10)
  const { db } = here
  await refreshBitmaps(db, 1)

  await db.sql.update(customer).set({ name: '新名字', lastMessageAt: here.clock.now() })
  expect(await db.sql.select().from(customerTouched)).toEqual([])

  await db.sql.update(customer).set({ archive: true, agentId: null })
  const touched = await db.sql.select().from(customerTouched)
  await refreshBitmaps(db)
  expect(touched.length).toBeGreaterThan(0)
  expect(await db.sql.select().from(customerTouched)).toHaveLength(touched.length)
})

test('an agent hired after a bitmap refresh has later messages unread, and no earlier ones', async () => {
  const { here, ids } = await crowded(10)
  const { db, hire, clock } = here
  await db.sql.update(customer).set({ agentId: null, archive: false, lastInboundAt: clock.now() })
  await refreshBitmaps(db, 1)
  const late = await (await hire('小白', ['im:viewPage'])).signIn()
  const unread = async () => (await late.call(customerApi.count, { query: { filter: '{"scope":3}' } })).unreadCount
  expect(await unread()).toBe(0)

  const later = new Date(clock.now().getTime() + 1000)
  await db.sql.execute(sql`update customer set last_inbound_at = ${later} where id = ${ids[0]}`)
  expect(await unread()).toBe(1)
  await refreshBitmaps(db, 1)
  expect(await unread()).toBe(1)
})

test('deleted customers are in no bitmap', async () => {
  const { here } = await crowded(5)
  await refreshBitmaps(here.db, 1)
  await here.db.pool.query(
    `delete from customer_tag; delete from customer_seat; delete from customer_name; delete from customer`,
  )
  await refreshBitmaps(here.db, 1)

  const sets = await here.db.sql.select({ size: sql<number>`bit_count(${customerSet.bits})::int` }).from(customerSet)
  expect(sets.length).toBeGreaterThan(5)
  expect(sets.every(({ size }) => size === 0)).toBe(true)
})
