import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type DailyPush, HintEvent, homeDailyApi } from '@ruwu/contract'
import { asc, eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { dailyPush, enterprise, event, role } from '../../../db/schema/index.ts'
import { auditEntries } from '../../../testing/audit-entries.ts'
import { world, type World } from '../../../testing/world.ts'
import { createDailyPushWorker } from './daily-push-worker.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const LOCK_WAITS = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
const ROBOT = 'https://oapi.dingtalk.com/robot/send?access_token=secret-token'

/** The clock stands at this hour and minute in Shanghai. */
function setClock({ clock }: World, time: string) {
  const now = clock.now()
  const today = new Date(now.getTime() + 8 * HOUR_MS).toISOString().slice(0, 10)
  const at = Date.parse(`${today}T${time}:00.000+08:00`)
  clock.advance(at > now.getTime() ? at - now.getTime() : at + 24 * HOUR_MS - now.getTime())
}

/** A robot that answers like those of group chats. */
async function startRobot(errcode = 0) {
  const received: { msgtype: string; text: { content: string } }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push(JSON.parse(Buffer.concat(chunks).toString()) as (typeof received)[number])
      response.end(JSON.stringify({ errcode, errmsg: errcode ? 'token is not exist' : 'ok' }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/robot?access_token=a` }
}

async function hints({ db, zhao }: World) {
  const rows = await db.sql.select().from(event).where(eq(event.entId, zhao.entId)).orderBy(asc(event.seq))
  return rows.flatMap(({ type, payload }) => {
    const hint = HintEvent.safeParse({ type, ...(payload as object) }).data
    return hint?.hintType === 'daily_report' ? [hint.text] : []
  })
}

const push = (targets: DailyPush['targets'], time = '09:00'): DailyPush => ({ enabled: true, time, targets })

test('an agent’s setting is the own one, with the defaults until it is saved', async () => {
  const { zhao, hire, db } = await world()
  const boss = await (await hire('主管', 'supervisor')).signIn()
  const saved = push([
    { type: 0, url: '' },
    { type: 2, url: ROBOT },
  ])

  expect(await zhao.call(homeDailyApi.getPush, {})).toEqual({ enabled: false, time: '09:00', targets: [] })
  expect(await zhao.call(homeDailyApi.savePush, { body: saved })).toEqual(saved)

  expect(await zhao.call(homeDailyApi.getPush, {})).toEqual(saved)
  expect(await boss.call(homeDailyApi.getPush, {})).toMatchObject({ enabled: false })
  const entries = JSON.stringify(await auditEntries(db, homeDailyApi.savePush))
  expect(entries).toContain('oapi.dingtalk.com')
  expect(entries).not.toContain('secret-token')
})

test.each([
  ['no target', push([])],
  ['no https', push([{ type: 2, url: 'http://oapi.dingtalk.com/robot' }])],
  ['an address within', push([{ type: 4, url: 'https://10.0.0.1/robot' }])],
  ['no time', push([{ type: 0, url: '' }], '25:00')],
])('%s is refused and changes nothing', async (_what, body) => {
  const { zhao } = await world()

  expect(await zhao.refused(homeDailyApi.savePush, { body })).toMatchObject({ code: 40001 })
  expect(await zhao.call(homeDailyApi.getPush, {})).toMatchObject({ enabled: false })
})

// R163
test('yesterday’s report is sent once at its time, whatever number of workers runs', async () => {
  const robot = await startRobot()
  const here = await world({ env: { DEMO: 'true' } })
  setClock(here, '08:00')
  await here.zhao.call(homeDailyApi.savePush, {
    body: push([
      { type: 0, url: '' },
      { type: 2, url: robot.url },
    ]),
  })
  const { dailyPushes } = here.reception.work
  await dailyPushes.run()
  expect(robot.received).toEqual([])

  here.clock.advance(HOUR_MS)
  await Promise.all([dailyPushes.run(), dailyPushes.run(), dailyPushes.run()])
  await dailyPushes.run()

  expect(robot.received).toHaveLength(1)
  expect(robot.received[0]).toMatchObject({ msgtype: 'text' })
  expect(robot.received[0]?.text.content).toContain('云上木作】')
  expect(await hints(here)).toEqual([expect.stringContaining('日报：当日没有客户进线。')])
  here.clock.advance(24 * HOUR_MS)
  await dailyPushes.run()
  expect(robot.received).toHaveLength(2)
})

test('a time that is over today begins tomorrow', async () => {
  const robot = await startRobot()
  const here = await world({ env: { DEMO: 'true' } })
  setClock(here, '10:00')
  await here.zhao.call(homeDailyApi.savePush, { body: push([{ type: 4, url: robot.url }]) })

  await here.reception.work.dailyPushes.run()

  expect(robot.received).toEqual([])
})

test('a robot that refuses is told to the agent, and for an agent who lost the right it stops', async () => {
  const robot = await startRobot(310_000)
  const here = await world({ env: { DEMO: 'true' } })
  setClock(here, '08:00')
  await here.zhao.call(homeDailyApi.savePush, { body: push([{ type: 2, url: robot.url }]) })
  here.clock.advance(HOUR_MS)
  await here.reception.work.dailyPushes.run()
  expect(await hints(here)).toEqual(['日报推送失败（钉钉机器人）：机器人拒绝：310000 token is not exist'])

  await here.db.sql
    .update(role)
    .set({ permissions: ['im:viewPage'] })
    .where(eq(role.id, here.zhao.roleId))
  here.clock.advance(24 * HOUR_MS)
  await here.reception.work.dailyPushes.run()

  expect(robot.received).toHaveLength(1)
  expect((await hints(here)).slice(1)).toEqual(['日报推送已停用：没有数据统计的权限'])
  expect(await here.db.sql.select().from(dailyPush)).toMatchObject([{ enabled: false }])
})

/** At nine, when the report to a robot and 站内 is due. */
async function dueWorld() {
  const robot = await startRobot()
  const here = await world({ env: { DEMO: 'true' } })
  setClock(here, '08:00')
  const body = push([
    { type: 2, url: robot.url },
    { type: 0, url: '' },
  ])
  await here.zhao.call(homeDailyApi.savePush, { body })
  here.clock.advance(HOUR_MS)
  const { db, clock, app, zhao } = here
  const report = (_caller: unknown, { date }: { date: string }) => zhao.call(homeDailyApi.report, { query: { date } })
  /** A worker of which a part does not work. */
  const broken = (part: Partial<Parameters<typeof createDailyPushWorker>[0]>) =>
    createDailyPushWorker({ db, clock, log: app.log, isDemo: true, report, ...part })
  return { ...here, robot, body, broken }
}

const noReport = { report: () => Promise.reject(new Error('statement timeout')) }

test('a report that could not be made is tried again', async () => {
  const here = await dueWorld()
  await here.broken(noReport).run()
  await here.reception.work.dailyPushes.run()
  expect(here.robot.received).toEqual([])

  here.clock.advance(2 * MINUTE_MS)
  await here.reception.work.dailyPushes.run()

  expect(here.robot.received).toHaveLength(1)
  expect(await hints(here)).toHaveLength(1)
})

// R170
test('of a suspended enterprise it waits, and is sent after the suspension', async () => {
  const here = await dueWorld()
  const suspend = (suspendedAt: Date | null) =>
    here.db.sql.update(enterprise).set({ suspendedAt }).where(eq(enterprise.id, here.zhao.entId))
  await suspend(here.clock.now())
  await here.reception.work.dailyPushes.run()
  expect([here.robot.received, await hints(here)]).toEqual([[], []])

  here.clock.advance(HOUR_MS)
  await suspend(null)
  await here.reception.work.dailyPushes.run()

  expect(here.robot.received).toHaveLength(1)
  expect(await hints(here)).toEqual([expect.stringContaining('日报：')])
})

test('after three tries it is given up, which the agent is told once', async () => {
  const here = await dueWorld()

  for (let n = 0; n < 6; n += 1) {
    await here.broken(noReport).run()
    here.clock.advance(2 * MINUTE_MS)
  }

  expect(await hints(here)).toEqual([expect.stringContaining('日报没有全部送达：多次尝试未成功')])
})

test('the next try goes on with the targets that are left', async () => {
  const here = await dueWorld()
  const db = { ...here.db, transaction: () => Promise.reject(new Error('connection lost')) }
  await here.broken({ db }).run()
  expect([here.robot.received.length, await hints(here)]).toEqual([1, []])

  here.clock.advance(2 * MINUTE_MS)
  await here.reception.work.dailyPushes.run()

  expect(here.robot.received).toHaveLength(1)
  expect(await hints(here)).toEqual([expect.stringContaining('日报：')])
})

test('a later time that is saved while the report is claimed does not send it again', async () => {
  const here = await dueWorld()
  const yesterday = new Date(here.clock.now().getTime() - 16 * HOUR_MS).toISOString().slice(0, 10)
  const later = { ...here.body, time: '10:00' }

  const saving = await here.db.transaction(async (tx) => {
    await tx.sql.update(dailyPush).set({ sentDay: yesterday })
    const begun = here.zhao.call(homeDailyApi.savePush, { body: later })
    await vi.waitFor(async () => expect((await here.db.pool.query(LOCK_WAITS)).rowCount).toBe(1))
    return { begun }
  })
  await saving.begun
  here.clock.advance(HOUR_MS)
  await here.reception.work.dailyPushes.run()

  expect(here.robot.received).toEqual([])
})

test('a robot’s address is tested at once, and its refusal is told', async () => {
  const here = await world({ env: { DEMO: 'true' } })
  const [good, bad] = [await startRobot(), await startRobot(310_000)]

  expect(await here.zhao.call(homeDailyApi.testPush, { body: { type: 2, url: good.url } })).toBe(true)
  expect(await here.zhao.refused(homeDailyApi.testPush, { body: { type: 4, url: bad.url } })).toMatchObject({
    code: 42200,
    msg: '机器人拒绝：310000 token is not exist',
  })
  expect(good.received[0]?.text.content).toContain('日报推送测试')
})
