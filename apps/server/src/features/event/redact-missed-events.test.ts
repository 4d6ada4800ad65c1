import { AGENT_STATUS, agentApi, customerApi, type ConsoleEvent, eventApi, type Permission } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { role } from '../../db/schema/index.ts'
import type { Person } from '../../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../../testing/reception-world.ts'

const PHONE = '13812345678'
const MASKED = '138****5678'
const AGENT: Permission[] = ['im:viewPage', 'im:replyCustomer', 'customer:viewSensitive']

let here: ReceptionWorld
let mei: Person

beforeEach(async () => {
  here = await receptionWorld()
  mei = await (await here.hire('梅', AGENT)).signIn()
})

const missed = async (person: Person) =>
  (await person.call(eventApi.list, { body: { after: 0 } })).items as { type: string; payload: Partial<ConsoleEvent> }[]

test('of a customer who is no longer visible a console catches up with the owner only, without messages', async () => {
  const customerId = await here.write('小满', '在吗', `我电话 ${PHONE}`)
  expect((await missed(mei)).map(({ type }) => type)).toContain('cus_message')

  await here.lin.call(customerApi.receive, { body: { customerId } })
  await here.write('小满', '秘密')

  const heard = await missed(mei)
  expect(heard.map(({ type }) => type)).toEqual(['rec_cus'])
  expect(heard[0]?.payload).toMatchObject({ customerId, agentId: here.lin.id, customer: { lastMessage: null } })
  expect((await missed(here.lin)).map(({ type }) => type)).toContain('cus_message')
})

test('accounts that were taken away are quiet about the past too', async () => {
  const customerId = await here.write('小满', '在吗')
  await here.changeAgent(mei, { accountScope: [] })
  expect(await missed(mei)).toEqual([])

  await here.changeCustomer(customerId, { agentId: mei.id })
  expect((await missed(mei)).map(({ type }) => type)).toContain('cus_message')
})

test('without customer:viewSensitive missed events are masked; without im:viewPage customer events are dropped', async () => {
  await here.write('小满', `我电话 ${PHONE}`)
  expect(JSON.stringify(await missed(mei))).toContain(PHONE)
  const become = (permissions: Permission[]) =>
    here.db.sql.update(role).set({ permissions }).where(eq(role.id, mei.roleId))

  await become(['im:viewPage', 'im:replyCustomer'])
  expect(JSON.stringify(await missed(mei))).not.toContain(PHONE)
  expect(JSON.stringify(await missed(mei))).toContain(MASKED)

  await become(['automation:viewPage'])
  expect((await missed(mei)).filter(({ payload }) => 'customer' in payload)).toEqual([])
})

test('events without a customer are unchanged, and the cursor moves on', async () => {
  await here.write('小满', '在吗')
  await here.changeAgent(mei, { accountScope: [] })
  await here.lin.call(agentApi.update, { body: { id: here.lin.id, status: AGENT_STATUS.invisible } })

  const { items, last } = await mei.call(eventApi.list, { body: { after: 0 } })
  expect(items.map(({ type }) => type)).toEqual(['agent_status_change'])
  expect((await here.zhao.call(eventApi.list, { body: { after: 0 } })).last).toBe(last)
})
