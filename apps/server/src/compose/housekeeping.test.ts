import { agentApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { auditEntries } from '../testing/audit-entries.ts'
import { world } from '../testing/world.ts'
import { runHousekeeping } from './housekeeping.ts'

test('a step that fails is named and does not hold up the steps after it', async () => {
  const { zhao, lin, clock, db } = await world()
  await zhao.call(agentApi.update, { body: { id: lin.id, name: '林满满' } })
  const inTwoYears = new Date(clock.now().getTime() + 2 * 365 * 86_400_000)
  // No date comes of it, so the step of the platform calls fails.
  const kept = { PLATFORM_CALL_DAYS: Number.NaN, FAILED_CALL_DAYS: 30 }

  await expect(runHousekeeping(db, inTwoYears, kept)).rejects.toThrow(/failed: platform calls$/)

  expect(await auditEntries(db, agentApi.update)).toEqual([])
})
