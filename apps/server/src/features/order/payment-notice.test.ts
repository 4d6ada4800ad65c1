import { fakeClock } from '@ruwu/testkit'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { LOGGED_LIMIT } from '../../platform/http/address-limit.ts'
import { createLog } from '../../platform/log.ts'
import { paymentNoticeRoutes } from './payment-notice.routes.ts'
import type { PaymentProvider } from './payment/payment-provider.ts'

const refusing = {
  read: async () => ({ kind: 'refused', reason: 'signature' }),
  answer: () => ({ status: 401, body: '' }),
} satisfies Partial<PaymentProvider>

test('refused notifications are logged up to a limit per address and hour, and answered all the same', async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const app = Fastify({ loggerInstance: log })
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  const wechat = refusing as Partial<PaymentProvider> as PaymentProvider
  await paymentNoticeRoutes(app, { db: {} as Database, clock, payments: { wechat } })
  const statuses = new Set<number>()
  const forge = async (remoteAddress: string) => {
    for (let calls = 0; calls < LOGGED_LIMIT.perAddress + 5; calls += 1)
      statuses.add((await app.inject({ method: 'POST', url: '/hooks/pay/wechat', remoteAddress })).statusCode)
    return lines.splice(0)
  }

  const first = await forge('203.0.113.1')
  expect(first).toHaveLength(LOGGED_LIMIT.perAddress)
  expect(first[0]).toMatchObject({ method: 'wechat', reason: 'signature', address: '203.0.113.1' })
  expect(await forge('203.0.113.1')).toEqual([])
  expect(await forge('203.0.113.2')).toHaveLength(LOGGED_LIMIT.perAddress)
  clock.advance(LOGGED_LIMIT.windowMs)
  expect(await forge('203.0.113.1')).toHaveLength(LOGGED_LIMIT.perAddress)
  expect([...statuses]).toEqual([401])
})
