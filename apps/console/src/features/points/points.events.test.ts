import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { onPointsEvent } from './points.events.ts'
import { pointsKeys } from './points.queries.ts'

const at = '2026-03-16T08:00:00.000Z'

function openConsole() {
  const cache = new QueryClient()
  for (const key of [pointsKeys.account, pointsKeys.lots, pointsKeys.billPage({})]) cache.setQueryData(key, {})
  const asked = () =>
    [pointsKeys.account, pointsKeys.lots, pointsKeys.billPage({})].map((key) => cache.getQueryState(key)?.isInvalidated)
  return { cache, asked }
}

test.each([
  { type: 'ent_points_used_up', at, operatorId: null },
  { type: 'ent_points_back', at, operatorId: null },
  { type: 'ent_points_warning', days: 7, totalPoints: 60, at, operatorId: null },
] as const)('after $type balance, lots and bills are asked again', (event) => {
  const { cache, asked } = openConsole()

  onPointsEvent(cache, event)

  expect(asked()).toEqual([true, true, true])
})

test('other events leave them alone', () => {
  const { cache, asked } = openConsole()

  onPointsEvent(cache, { type: 'perms_change', at, operatorId: null })

  expect(asked()).toEqual([false, false, false])
})
