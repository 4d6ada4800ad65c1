import { fakeClock } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { createLease, LEASE_MS, LEASE_RENEW_MS } from './lease.ts'

function twoTabs() {
  const memory = memoryStorage()
  const clock = fakeClock('2026-03-16T02:00:00Z')
  const open = (tabId: string) => createLease({ memory, tabId, now: () => clock.now().getTime() })
  return { first: open('one'), second: open('two'), clock }
}

test('of several tabs one plays, as long as it lives', () => {
  const { first, second, clock } = twoTabs()

  expect(first.renew()).toBe(true)
  expect(second.renew()).toBe(false)
  clock.advance(LEASE_RENEW_MS)
  expect(first.renew()).toBe(true)
  clock.advance(LEASE_MS - 1)

  expect(second.renew()).toBe(false)
})

test('a tab that is gone is followed by another', () => {
  const { first, second, clock } = twoTabs()
  first.renew()

  clock.advance(LEASE_MS)

  expect(second.renew()).toBe(true)
  expect(first.renew()).toBe(false)
})

test('a tab that says goodbye is followed at once', () => {
  const { first, second } = twoTabs()
  first.renew()
  second.giveUp()
  expect(second.renew()).toBe(false)

  first.giveUp()

  expect(second.renew()).toBe(true)
})

test('the focused tab takes the lease over', () => {
  const { first, second } = twoTabs()
  first.renew()

  second.take()

  expect(first.renew()).toBe(false)
  expect(second.renew()).toBe(true)
})
