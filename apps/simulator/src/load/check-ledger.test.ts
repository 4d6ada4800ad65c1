import { expect, test } from 'vitest'
import { checkLedger, type SeenMessage } from './check-ledger.ts'
import type { LedgerData, LedgerMessage } from './ledger.ts'

const message = (messageId: string, second: number): LedgerMessage => ({
  source: 'douyin',
  accountId: 'shop',
  customerId: 'customer',
  messageId,
  at: `2026-11-15T01:00:0${second}.000Z`,
  text: messageId,
})
const seenBy = (second: number, change: Partial<SeenMessage> = {}): SeenMessage => ({
  customerId: 'customer',
  at: `2026-11-15T01:00:0${second}.000Z`,
  sender: 'customer',
  enterpriseId: 'ent-1',
  ...change,
})
const ledger: LedgerData = {
  customerMessages: [message('a', 1), message('b', 2)],
  sends: [{ ...message('out', 3), echoes: 1 }],
}

test('everything present once is clean, found by time or by the platform’s id', async () => {
  const byTime = [seenBy(1), seenBy(2), seenBy(3, { sender: 'business' })]
  expect(await checkLedger({ ledger, seen: byTime })).toEqual({
    customerMessages: { made: 2, present: 2, missing: [], doubled: [] },
    sends: { accepted: 1, echoedOnce: 1, notEchoed: [], echoedMore: [] },
    foreign: 0,
    isClean: true,
  })
  const byId = [seenBy(8, { platformMessageId: 'a' }), seenBy(9, { platformMessageId: 'b' })]
  expect((await checkLedger({ ledger, seen: byId })).isClean).toBe(true)
})

test('missing, doubled and foreign messages are named', async () => {
  const seen = [seenBy(1), seenBy(1), seenBy(4, { enterpriseId: 'ent-2' })]
  const check = await checkLedger({ ledger, seen, enterpriseOf: () => 'ent-1' })
  expect(check).toMatchObject({
    customerMessages: { present: 1, missing: ['b'], doubled: ['a'] },
    foreign: 1,
    isClean: false,
  })
})

test('a send without echo, or with two, is named', async () => {
  const sends = [
    { ...message('none', 3), echoes: 0 },
    { ...message('two', 4), echoes: 2 },
  ]
  const check = await checkLedger({ ledger: { customerMessages: [], sends }, seen: [] })
  expect(check.sends).toEqual({ accepted: 2, echoedOnce: 0, notEchoed: ['none'], echoedMore: ['two'] })
  expect(check.isClean).toBe(false)
})

test('our side may be read customer by customer', async () => {
  const asked: string[] = []
  const check = await checkLedger({
    ledger,
    seen: async ({ customerId }) => {
      asked.push(customerId)
      return [seenBy(1), seenBy(2)]
    },
  })
  expect(asked).toEqual(['customer'])
  expect(check.isClean).toBe(true)
})
