import { DEFAULT_NOTIFY_SETTING } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { isSameSetting, withWay } from './setting-draft.ts'

test('one cell of the matrix changes, and back again', () => {
  const changed = withWay(DEFAULT_NOTIFY_SETTING, 'customer_create', 'desktop', true)

  expect(changed.events.filter((row, at) => row !== DEFAULT_NOTIFY_SETTING.events[at])).toEqual([
    { event: 'customer_create', sound: true, desktop: true, flash: true },
  ])
  expect(isSameSetting(changed, DEFAULT_NOTIFY_SETTING)).toBe(false)
  expect(isSameSetting(withWay(changed, 'customer_create', 'desktop', false), DEFAULT_NOTIFY_SETTING)).toBe(true)
})
