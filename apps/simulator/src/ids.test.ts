import { expect, test } from 'vitest'
import { Ids } from './ids.ts'

test('ids look as they do on the platforms', () => {
  const ids = new Ids(1, 0, {})
  expect(ids.douyin('message')).toMatch(/^@[A-Za-z0-9+/]{84}==$/)
  expect(ids.douyinCustomer()).toMatch(/^_000[\w-]{32}$/)
  expect(ids.hex24('customer')).toMatch(/^[0-9a-f]{24}$/)
  expect(ids.uuid('x')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-9[0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(ids.token('act.')).toMatch(/^act\.[0-9a-f]{64}$/)
  expect(ids.msgId()).toMatch(/^71\d{17}$/)
  expect(ids.logId(Date.parse('2026-11-15T09:30:12+08:00'))).toMatch(/^20261115093012[0-9A-F]{18}$/)
  expect(ids.iv()).toHaveLength(16)
})

test('the same seed, epoch and counters give the same ids; a later world never repeats an earlier one', () => {
  const first = new Ids(1, 0, {})
  const made = Array.from({ length: 1_000 }, () => first.douyin('message'))
  expect(new Set(made).size).toBe(1_000)
  const again = new Ids(1, 0, {})
  expect(again.douyin('message')).toBe(made[0])
  expect(new Ids(1, 0, { ...first.counters }).douyin('message')).not.toBe(made[0])
  expect(made).not.toContain(new Ids(1, 1, {}).douyin('message'))
  expect(made).not.toContain(new Ids(2, 0, {}).douyin('message'))
})
