import { webhookApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { Webhook as Verifier } from 'standardwebhooks'
import { expect, test, vi } from 'vitest'
import { enterprise, role } from '../../../db/schema/index.ts'
import { aiWorld } from '../../../testing/ai-world.ts'
import { deliver, deliveriesOf, receiver, subscribe } from '../../../testing/webhooks.ts'

const HOUR_MS = 3_600_000

/** At eight in Shanghai, with a subscription to the report. */
async function morning() {
  const here = await aiWorld()
  const { clock } = here
  const local = (clock.now().getTime() + 8 * HOUR_MS) % (24 * HOUR_MS)
  clock.advance((32 * HOUR_MS - local) % (24 * HOUR_MS))
  const there = await receiver()
  const { secret, ...kept } = await subscribe(here.zhao, there.url, 'daily.report')
  const told = () => there.calls.map(({ body }) => JSON.parse(body) as { type: string; data: { date: string } })
  const run = async () => {
    await here.reception.work.dailyPushes.run()
    await deliver(here)
  }
  return { ...here, there, secret, kept, told, run }
}

test('yesterday’s report is signed and delivered once at nine, whatever number of nodes runs', async () => {
  const here = await morning()
  await here.write('小满', '我的电话 13877776666')
  await here.run()
  expect(here.there.calls).toEqual([])

  here.clock.advance(HOUR_MS)
  await Promise.all([here.run(), here.run()])
  await here.run()

  const yesterday = new Date(here.clock.now().getTime() - 16 * HOUR_MS).toISOString().slice(0, 10)
  expect(here.told()).toMatchObject([{ type: 'daily.report', data: { date: yesterday, compare: 'prevDay' } }])
  const [{ body, headers }] = here.there.calls as [(typeof here.there.calls)[number]]
  vi.spyOn(Date, 'now').mockReturnValue(here.clock.now().getTime())
  expect(new Verifier(here.secret ?? '').verify(body, headers)).toBeTruthy()
  vi.restoreAllMocks()
  here.clock.advance(24 * HOUR_MS)
  await here.run()
  expect(here.there.calls).toHaveLength(2)
  expect(here.told()[1]?.data).toMatchObject({ text: expect.stringContaining('进线客户：1') })
  expect(JSON.stringify(here.there.calls)).not.toMatch(/13877776666|小满/)
})

test('a receiver that fails gets it again with the same id', async () => {
  const here = await morning()
  here.there.play({ status: 503 })
  here.clock.advance(HOUR_MS)
  await here.run()
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'waiting', attempts: 1, status: 503 }])

  here.there.play({ status: 204 })
  here.clock.advance(HOUR_MS)
  await here.run()

  expect(await deliveriesOf(here)).toMatchObject([{ state: 'done', attempts: 2 }])
})

test('a subscription that is saved after nine begins tomorrow', async () => {
  const here = await morning()
  here.clock.advance(2 * HOUR_MS)
  const { kept } = here
  await here.zhao.call(webhookApi.save, { body: { ...kept, enabled: true } })

  await here.run()
  expect(here.there.calls).toEqual([])

  here.clock.advance(24 * HOUR_MS)
  await here.run()
  expect(here.there.calls).toHaveLength(1)
})

test('without the right of who saved it the log says why, and the administrators are told once', async () => {
  const here = await morning()
  await here.db.sql
    .update(role)
    .set({ permissions: ['enterprise:settingsEdit'] })
    .where(eq(role.id, here.zhao.roleId))
  here.clock.advance(HOUR_MS)

  await here.run()
  await here.run()

  expect(here.there.calls).toEqual([])
  expect(await deliveriesOf(here)).toMatchObject([{ state: 'failed', error: '保存订阅的客服没有数据统计的权限' }])
  expect(await here.hints('webhook_failed')).toHaveLength(1)
})

// R170
test('of a suspended enterprise it waits, and is delivered after the suspension', async () => {
  const here = await morning()
  const suspend = (suspendedAt: Date | null) =>
    here.db.sql.update(enterprise).set({ suspendedAt }).where(eq(enterprise.id, here.zhao.entId))
  await suspend(here.clock.now())
  here.clock.advance(HOUR_MS)
  await here.run()
  expect(await deliveriesOf(here)).toEqual([])

  await suspend(null)
  await here.run()

  expect(here.told()).toMatchObject([{ type: 'daily.report' }])
  expect(await here.hints('webhook_failed')).toEqual([])
})
