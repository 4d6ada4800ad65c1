import { automationApi, type CustomerId, messageApi, SCOPE } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import { automationSetting } from '../../../db/schema/index.ts'
import { openList } from '../../../testing/open-list.ts'
import { receptionWorld, type ReceptionWorld } from '../../../testing/reception-world.ts'
import { openWorkbench } from '../../../testing/workbench-world.ts'

const DAY_MS = 86_400_000

let here: ReceptionWorld
let said = 0

beforeEach(async () => {
  here = await receptionWorld()
})

const answer = (customerId: CustomerId) => {
  said += 1
  const body = { customerId, chatId: `chat-${1000 + said}`, content: { type: 'text', text: '您好' } }
  return here.lin.call(messageApi.send, { body })
}
const pass = async (days: number) => {
  here.clock.advance(days * DAY_MS)
  await here.reception.work.autoArchive.run()
}
const isArchived = async (id: CustomerId) => (await here.customerOf(id)).archive

// R147
test('after three days without a message a customer is archived, on every open screen, with a line that says so', async () => {
  const id = await here.write('小满', '在吗')
  await answer(id)
  const open = await openList(here.lin, { scope: SCOPE.mine })
  const workbench = await openWorkbench(here.lin, id)

  await pass(3 - 0.01)
  expect(await isArchived(id)).toBe(false)
  await pass(0.02)

  expect(await here.customerOf(id)).toMatchObject({ archive: true, sessionId: null, agentId: here.lin.id })
  expect(await here.linesOf(id)).toContain('系统（3 天无消息） 归档了该客户')
  expect(await open.settle()).toEqual([])
  await open.agrees()
  await workbench.agrees()
  await here.write('小满', '还在吗')
  expect(await isArchived(id)).toBe(false)
})

test('a customer who waits for an answer is never archived', async () => {
  const id = await here.write('小满', '在吗')

  await pass(31)

  expect(await isArchived(id)).toBe(false)
})

test('switched off, nobody is archived; with other days, after those', async () => {
  const id = await here.write('小满', '在吗')
  await answer(id)
  await here.zhao.call(automationApi.saveAutoArchive, { body: { enabled: false, days: 1, version: 0 } })
  await pass(4)
  expect(await isArchived(id)).toBe(false)

  await here.zhao.call(automationApi.saveAutoArchive, { body: { enabled: true, days: 7, version: 1 } })
  await pass(0)
  expect(await isArchived(id)).toBe(false)
  await pass(3)
  expect(await isArchived(id)).toBe(true)
})

test('of an enterprise that is older than 自动归档 only later conversations are archived, until the setting is saved', async () => {
  const old = await here.write('小满', '在吗')
  await answer(old)
  here.clock.advance(DAY_MS)
  const since = here.clock.now()
  const setting = { enabled: true, days: 3, since: since.toISOString() }
  await here.db.sql
    .insert(automationSetting)
    .values({ entId: here.lin.entId, key: 'autoArchive', setting, updatedAt: since })
  const later = await here.write('小夏', '在吗')
  await answer(later)

  await pass(4)
  expect([await isArchived(old), await isArchived(later)]).toEqual([false, true])
  await here.zhao.call(automationApi.saveAutoArchive, { body: { enabled: true, days: 3, version: 1 } })
  await pass(0)
  expect(await isArchived(old)).toBe(true)
})

test('two workers at once archive a customer once', async () => {
  const id = await here.write('小满', '在吗')
  await answer(id)
  here.clock.advance(4 * DAY_MS)

  await Promise.all([here.reception.work.autoArchive.run(), here.reception.work.autoArchive.run()])

  expect((await here.linesOf(id)).filter((line) => line.includes('归档了该客户'))).toHaveLength(1)
})
