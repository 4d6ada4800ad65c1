import { expect, test } from 'vitest'
import { platformDelivery } from '../db/schema/index.ts'
import { world } from '../testing/world.ts'
import { readQueueLags } from './queue-lag.repo.ts'

test('a queue’s lag is the time that its oldest due row has waited', async () => {
  const { db, clock } = await world()
  const call = { source: 'douyin' as const, shard: 0, path: '/', body: '', events: [], receivedAt: clock.now() }
  const at = (secondsAgo: number) => new Date(clock.now().getTime() - secondsAgo * 1000)
  await db.sql.insert(platformDelivery).values([
    { ...call, dedupeKey: 'older', notBefore: at(40) },
    { ...call, dedupeKey: 'newer', notBefore: at(5) },
    { ...call, dedupeKey: 'later', notBefore: at(-60) },
    { ...call, dedupeKey: 'done', notBefore: at(90), state: 'done' },
  ])

  const lags = new Map((await readQueueLags(db.sql, clock.now())).map(({ queue, seconds }) => [queue, seconds]))

  expect(lags.get('inbound')).toBe(40)
  lags.delete('inbound')
  expect(new Set(lags.values())).toEqual(new Set([0]))
  expect(lags.size).toBeGreaterThan(5)
})
