import { AGENT_STATUS, agentApi, eventApi, roleApi } from '@ruwu/contract'
import { lte } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readEvents, readHead } from '../../db/event-log.ts'
import { event } from '../../db/schema/index.ts'
import { runHousekeeping } from '../../compose/housekeeping.ts'
import { readConfig } from '../../platform/config.ts'
import { world } from '../../testing/world.ts'
import type { Person } from '../../testing/person.ts'

const DAY = 24 * 3_600_000
const toggle = (person: Person, n: number) =>
  person.call(agentApi.update, {
    body: { id: person.id, status: n % 2 === 0 ? AGENT_STATUS.online : AGENT_STATUS.invisible },
  })
const list = (person: Person, after: number | null, limit?: number) =>
  person.call(eventApi.list, { body: { after, ...(limit ? { limit } : {}) } })

test('without a number only the newest one is answered', async () => {
  const { lin } = await world()
  await toggle(lin, 1)

  expect(await list(lin, null)).toEqual({ items: [], last: 1, hasMore: false, reset: false })
})

test('a console fetches exactly what it missed, page by page', async () => {
  const { lin, wei } = await world()
  for (let n = 1; n <= 5; n += 1) await toggle(lin, n)

  const first = await list(wei, 1, 3)
  const second = await list(wei, first.last, 3)

  expect(first).toMatchObject({ last: 4, hasMore: true, reset: false })
  expect(second).toMatchObject({ last: 5, hasMore: false })
  expect([...first.items, ...second.items].map((item) => item.seq)).toEqual([2, 3, 4, 5])
  expect(first.items[0]).toMatchObject({
    type: 'agent_status_change',
    payload: { agentId: lin.id, operatorId: lin.id },
  })
})

test('another enterprise counts for itself and sees nothing of it', async () => {
  const { lin, rival } = await world()
  await toggle(lin, 1)

  expect(await list(rival, 0)).toEqual({ items: [], last: 0, hasMore: false, reset: false })
})

test('an event for one agent is fetched by that agent only, and the others’ cursor moves past it', async () => {
  const { lin, wei, zhao } = await world()
  const supervisor = (await zhao.call(roleApi.list, {})).find((role) => role.builtin === 'supervisor')!

  await zhao.call(agentApi.update, { body: { id: lin.id, roleId: supervisor.id } })

  const [lins, weis] = [await list(lin, 0), await list(wei, 0)]
  expect(lins.items.map((item) => item.type)).toEqual(['agent_change', 'perms_change'])
  expect(weis.items.map((item) => item.type)).toEqual(['agent_change'])
  expect([lins.last, weis.last]).toEqual([2, 2])
})

test('fifty writes at once get fifty numbers without a gap, and arrive in their order', async () => {
  const { lin, wei, db } = await world()
  const screen = await wei.connect()
  await screen.next((frame) => frame.type === 'nop')

  await Promise.all(Array.from({ length: 50 }, (_, n) => toggle(lin, n)))

  await screen.next((frame) => frame.type === 'message' && frame.seq === 50)
  expect(screen.take('message').map((frame) => frame.seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1))
  expect((await db.sql.select({ seq: event.seq }).from(event)).map((row) => row.seq).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 50 }, (_, n) => n + 1),
  )
})

test('events are kept seven days; a console that was offline longer gets reset', async () => {
  const { lin, db, clock } = await world()
  await toggle(lin, 1)
  clock.advance(6 * DAY)
  await toggle(lin, 2)
  clock.advance(1 * DAY + 1)

  await runHousekeeping(db, clock.now(), readConfig({}))

  expect(await list(lin, 0)).toMatchObject({ items: [], last: 2, reset: true })
  expect(await list(lin, 1)).toMatchObject({ items: [{ seq: 2 }], reset: false })
  expect(await readHead(db.sql, lin.entId)).toMatchObject({ last: 2, purgedTo: 1 })
})

test('a number from the future (a restored backup) means refetch', async () => {
  const { lin } = await world()

  expect(await list(lin, 99)).toMatchObject({ last: 0, reset: true })
})

test('a page of more than 500 is refused', async () => {
  const { lin } = await world()

  expect(await lin.refused(eventApi.list, { body: { after: 0, limit: 501 } })).toMatchObject({ code: 40001 })
})

test('catching up and purging read by index, however long the log is', async () => {
  const { lin, db } = await world()
  await db.pool.query(
    `insert into event select $1, n, 'perms_change', '{}', null, now() - interval '30 days' + n * interval '1 minute'
    from generate_series(1, 40000) n`,
    [lin.entId],
  )
  await db.pool.query('insert into event_head values ($1, 40000, 0)', [lin.entId])
  await db.pool.query('analyze event')
  const page = readEvents(db.sql, lin.entId, { after: 100, last: 40_000, limit: 501, agentId: lin.id })
  const purge = db.sql
    .select()
    .from(event)
    .where(lte(event.createdAt, new Date('2020-01-01')))

  for (const query of [page, purge]) {
    const { sql, params } = (query as unknown as { toSQL(): { sql: string; params: unknown[] } }).toSQL()
    const plan = JSON.stringify((await db.pool.query(`explain (format json) ${sql}`, params)).rows)
    expect(plan).not.toContain('Seq Scan')
    expect(plan).toContain('Index Scan')
  }
})
