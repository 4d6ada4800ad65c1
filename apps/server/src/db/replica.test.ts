import { LeadPageBody, SessionPageBody, StatisticsFilter } from '@ruwu/contract'
import { sql } from 'drizzle-orm'
import { Pool } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findCallerOfAgent } from '../features/auth/index.ts'
import { replicatedStatistics } from '../features/statistics/index.ts'
import { world, type World, type WorldOptions } from '../testing/world.ts'
import { openReplica, REPLICA_AGE_MAX_MS, type Source } from './replica.ts'

async function nameOf({ sql: db }: Source) {
  const { rows } = await db.execute<{ name: string }>(sql`select current_setting('application_name') as name`)
  return rows[0]?.name
}

/** The database itself under another name stands for a replica; the cluster's tests have a real one, which can be behind. */
async function open(changeUrl: (url: URL) => void = () => {}, options: WorldOptions = {}) {
  const here = await world(options)
  const changes: (string | undefined)[] = []
  const url = new URL(here.databaseUrl)
  url.searchParams.set('application_name', 'replica')
  changeUrl(url)
  const { db: primary, clock } = here
  const onChange = (reason: Error | undefined) => changes.push(reason?.message)
  const replica = openReplica({ url: url.href, primary, clock, onChange })
  // A test may have closed it.
  onTestFinished(() => replica.close().catch(() => {}))
  const whoAnswers = () => replica.read(nameOf)
  return { here, replica, changes, whoAnswers }
}

test('it is read from once it was looked at, and its age is known', async () => {
  const { here, replica, changes, whoAnswers } = await open()
  expect(await whoAnswers()).not.toBe('replica')

  await replica.look()
  here.clock.advance(4_000)

  expect([await whoAnswers(), replica.ageMs(), changes]).toEqual(['replica', 4_000, [undefined]])
  await replica.check()
})

test('statistics write nothing there, and a write would fail instead of going to the database', async () => {
  const { here, replica } = await open()
  await replica.look()
  const statistics = replicatedStatistics({ db: here.db, replica, clock: here.clock })
  const caller = await findCallerOfAgent(here.db.sql, here.zhao.entId, here.zhao.id)
  const filter = StatisticsFilter.parse({ range: 'recent7Days' })

  for (const tab of ['overview', 'reception', 'ai', 'agent', 'channel', 'tag', 'heatmap'] as const)
    expect((await statistics[tab](caller!, filter)).asOf).toBeDefined()

  const write = replica.read(({ sql: db }) => db.execute(sql`create table scribble (id int)`))
  await expect(write).rejects.toMatchObject({ cause: { code: '25006' } })
})

/** A statement that only the replica takes long for. */
const slow = sql`select 1 from pg_sleep(case when current_setting('application_name') = 'replica' then 600 else 0 end)`
const isSlow = sql`datname = current_database() and application_name = 'replica' and wait_event = 'PgSleep'`

test('an answer that it broke off is read from the primary as a whole', async () => {
  const { here, replica } = await open()
  await replica.look()
  const answer = replica.read(async (source) => {
    const first = await nameOf(source)
    await source.sql.execute(slow)
    return [first, await nameOf(source)]
  })
  const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isSlow}`
  await expect.poll(async () => (await here.db.sql.execute(end)).rowCount, { interval: 5 }).toBe(1)

  expect(await answer).toEqual([expect.not.stringContaining('replica'), expect.not.stringContaining('replica')])
})

/** How many of the replica's statements wait there. */
const waitingThere = async ({ db }: World) =>
  (await db.sql.execute(sql`select 1 from pg_stat_activity where ${isSlow}`)).rowCount

const endSlow = ({ db }: World) =>
  db.sql.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity where ${isSlow}`)

test('what waits for one of its connections is not sent to the primary', async () => {
  const { here, replica, whoAnswers } = await open(() => {}, { ownNode: true })
  await replica.look()
  const busy = Array.from({ length: 10 }, () =>
    replica.read((source) => source.sql.execute(slow)).catch(() => undefined),
  )
  await expect.poll(() => waitingThere(here), { interval: 5 }).toBe(10)

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const late = whoAnswers()
  await vi.advanceTimersByTimeAsync(60_000)
  await endSlow(here)

  expect(await late).toBe('replica')
  await Promise.all(busy)
})

test('one that misses a look is not read from, and what is being read there is given up after a second one', async () => {
  const { here, replica, whoAnswers } = await open()
  await replica.look()
  const original = Pool.prototype.query as (...args: unknown[]) => unknown
  let isMissed = true
  const query = function (this: Pool, ...args: unknown[]) {
    const isLook = typeof args[0] === 'string' && args[0].includes('pg_is_in_recovery')
    return isLook && isMissed ? Promise.reject(new Error('missed')) : original.apply(this, args)
  }
  const spy = vi.spyOn(Pool.prototype, 'query').mockImplementation(query)
  onTestFinished(() => spy.mockRestore())
  const brief = sql`select current_setting('application_name') as name
    from pg_sleep(case when current_setting('application_name') = 'replica' then 600 else 0 end)`
  const read = () => replica.read(({ sql: db }) => db.execute<{ name: string }>(brief)).catch((error: unknown) => error)

  const kept = read()
  await expect.poll(() => waitingThere(here), { interval: 5 }).toBe(1)
  await replica.look()
  expect(await whoAnswers()).not.toBe('replica')
  isMissed = false
  await replica.look()
  expect([await whoAnswers(), await waitingThere(here)]).toEqual(['replica', 1])
  await endSlow(here)
  // Ended by the test, and not read again from the primary.
  expect(await kept).toMatchObject({ cause: { code: '57014' } })

  const givenUp = read()
  await expect.poll(() => waitingThere(here), { interval: 5 }).toBe(1)
  isMissed = true
  await replica.look()
  await replica.look()
  expect(await givenUp).toMatchObject({ rows: [{ name: expect.not.stringContaining('replica') }] })
  await endSlow(here)
})

test('figures say of when they are; lists of customers are never read from it', async () => {
  const { here, replica } = await open()
  await replica.look()
  here.clock.advance(5_000)
  const { db, clock } = here
  const caller = await findCallerOfAgent(db.sql, here.zhao.entId, here.zhao.id)
  const today = StatisticsFilter.parse({ range: 'today' })

  const { asOf } = await replicatedStatistics({ db, replica, clock }).overview(caller!, today)
  expect(clock.now().getTime() - Date.parse(asOf)).toBe(5_000)

  const refusing = { ...replica, read: () => Promise.reject(new Error('read from the replica')) }
  const lists = replicatedStatistics({ db, replica: refusing, clock })
  await expect(lists.overview(caller!, today)).rejects.toThrow('read from the replica')
  expect(await lists.leadPage(caller!, LeadPageBody.parse({ range: 'today' }))).toMatchObject({ page: 1 })
  expect(await lists.sessionPage(caller!, SessionPageBody.parse({ range: 'today' }))).toMatchObject({ page: 1 })
})

test('one that was not looked at for long is not read from', async () => {
  const { here, replica, whoAnswers } = await open()
  await replica.look()
  here.clock.advance(REPLICA_AGE_MAX_MS)
  expect(await whoAnswers()).toBe('replica')

  here.clock.advance(1)

  expect(await whoAnswers()).not.toBe('replica')
  await expect(replica.check()).rejects.toThrow('behind')
})

test('its end does not wait for what is being read', async () => {
  const { here, replica } = await open()
  await replica.look()
  const answer = replica.read((source) => source.sql.execute(slow))
  const found = sql`select 1 from pg_stat_activity where ${isSlow}`
  await expect.poll(async () => (await here.db.sql.execute(found)).rowCount, { interval: 5 }).toBe(1)

  await replica.close()

  expect((await answer).rowCount).toBe(1)
  await here.db.sql.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${isSlow}`)
})

test('one that is away from the start is told and not waited for', async () => {
  const { replica, whoAnswers, changes } = await open((url) => (url.port = '1'))

  await replica.look()

  expect([await whoAnswers(), changes, replica.ageMs()]).toEqual([
    expect.not.stringContaining('replica'),
    [expect.stringContaining('ECONNREFUSED')],
    undefined,
  ])
  await expect(replica.check()).rejects.toThrow('ECONNREFUSED')
})
