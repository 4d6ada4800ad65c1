import { readFile } from 'node:fs/promises'
import { pointsApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { world } from '../../testing/world.ts'
import { findDisagreements } from './ledger.repo.ts'

const MIGRATION = new URL('../../db/migrations/0010_ai.sql', import.meta.url)

test('an enterprise that was there before points were has the same as a new one', async () => {
  const { db, lin, rival, clock } = await world()
  const likeNew = { ...(await lin.call(pointsApi.info, {})), pointsAddedAt: expect.any(String) }
  await db.pool.query('truncate point_account, point_lot, point_ledger, point_day cascade')

  const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint')
  const gifts = statements.filter((each) => each.trim().startsWith('INSERT INTO "point_'))
  expect(gifts).toHaveLength(3)
  for (const gift of gifts) await db.pool.query(gift)

  expect(await lin.call(pointsApi.info, {})).toEqual(likeNew)
  expect(await rival.call(pointsApi.info, {})).toEqual(likeNew)
  expect(await findDisagreements(db.sql)).toEqual([])
  const [lot] = await lin.call(pointsApi.bonusInfo, {})
  expect(Date.parse(lot!.expireAt)).toBeGreaterThan(clock.now().getTime())
})
