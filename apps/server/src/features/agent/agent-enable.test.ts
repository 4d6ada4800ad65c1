import { agentApi, authApi, customerApi, type CustomerId, enterpriseApi } from '@ruwu/contract'
import { applyAgentEvent } from '@ruwu/domain'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import { digest, PASSWORD } from '../../testing/password.ts'
import { openList } from '../../testing/open-list.ts'
import type { Person } from '../../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../../testing/reception-world.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { watch } from '../../testing/watch.ts'

let here: ReceptionWorld

beforeEach(async () => {
  here = await receptionWorld()
})

/** A customer of the agent, in an open session. */
async function customerOf(person: Person, name: string): Promise<CustomerId> {
  const customerId = await here.write(name, '在吗')
  await person.call(customerApi.receive, { body: { customerId } })
  return customerId
}

const disabling = ({ id }: Person) => ({ body: { id, enabled: false } })

const disable = (by: Person, who: Person, to?: Person) =>
  by.call(agentApi.enable, { body: { id: who.id, enabled: false, ...(to && { handoverAgentId: to.id }) } })

// T19
test('a disabled agent is signed out, keeps its row, and its customers are a colleague’s, archived ones too', async () => {
  const { lin, wei, zhao } = here
  const [first, archived] = [await customerOf(lin, '小满'), await customerOf(lin, '小暑')]
  await zhao.call(customerApi.archive, { body: { customerId: archived, archive: true } })
  const socket = await lin.connect()
  const open = await watch(zhao, agentApi.list, { body: {} }, (agents, event) =>
    applyAgentEvent(agents, event).map((agent) => ({ ...agent, current: 0 })),
  )
  expect(await zhao.call(agentApi.detail, { query: { id: lin.id } })).toMatchObject({ customers: 2, current: 1 })

  expect(await disable(zhao, lin, wei)).toMatchObject({
    agent: { id: lin.id, enabled: false, current: 0 },
    redirected: 2,
    released: 0,
    left: 0,
  })

  expect(await socket.whenClosed()).toEqual({ code: 4001, reason: 'revoked' })
  expect(await lin.request(enterpriseApi.detail, {})).toMatchObject({ status: 401 })
  const login = { body: { telephone: lin.telephone, password: digest(PASSWORD) } }
  expect(await lin.refused(authApi.login, login)).toMatchObject({ msg: '账号已停用，请联系管理员' })
  for (const id of [first, archived]) expect(await here.customerOf(id)).toMatchObject({ agentId: wei.id })
  expect(await here.customerOf(archived)).toMatchObject({ archive: true })
  expect(await here.linesOf(first)).toContain('赵知远 将该客户转接给 卫青禾：林小满 已停用')
  expect((await here.eventsOf(first)).at(-1)).toMatchObject({
    type: 'redirect_cus',
    payload: { agentId: wei.id, fromAgentId: lin.id, operatorId: zhao.id },
  })
  expect(await here.hints('transferred')).toMatchObject([
    { to: [wei.id], hint: { text: '赵知远 将 林小满 的 2 位客户交接给您', customerId: null } },
  ])
  expect(await auditEntries(here.db, agentApi.enable)).toMatchObject([
    { action: 'agent.disable', object: lin.id, after: { handover: '卫青禾' } },
  ])
  expect(await open.settle()).toEqual((await open.refetch()).map((agent) => ({ ...agent, current: 0 })))
})

// T18
test('without a colleague the customers go back to 未分配, and are assigned again', async () => {
  const { lin, wei, zhao } = here
  const customerId = await customerOf(lin, '小满')
  const theirs = await openList(wei, { scope: 3 })
  await here.setPlan('idle')
  await here.seeThere(wei)

  expect(await disable(zhao, lin)).toMatchObject({ redirected: 0, released: 1, left: 0 })

  expect(await theirs.settle()).toEqual([customerId])
  expect(await here.linesOf(customerId)).toContain('赵知远 释放了该客户')
  await here.reception.work.assignQueue.run()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: wei.id })
})

test('customers of accounts that the colleague may not receive go back to 未分配', async () => {
  const { lin, wei, zhao } = here
  const customerId = await customerOf(lin, '小满')
  await here.changeAgent(wei, { accountScope: [] })

  expect(await disable(zhao, lin, wei)).toMatchObject({ redirected: 0, released: 1 })
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: null })
})

test('an enabled agent signs in again and gets no customers back', async () => {
  const { lin, wei, zhao } = here
  const customerId = await customerOf(lin, '小满')
  await disable(zhao, lin, wei)

  expect(await zhao.call(agentApi.enable, { body: { id: lin.id, enabled: true } })).toMatchObject({
    agent: { enabled: true },
  })
  await lin.signIn()
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: wei.id })
  const entries = await auditEntries(here.db, agentApi.enable)
  expect(entries.filter(({ action }) => action === 'agent.enable')).toMatchObject([
    { agentId: zhao.id, object: lin.id },
  ])
})

test('what an interrupted hand-over left is moved in the background, to the same colleague', async () => {
  const { lin, wei, zhao } = here
  const customerId = await customerOf(lin, '小满')
  await here.changeAgent(lin, { enabled: false, handoverAgentId: wei.id, disabledBy: zhao.id })

  expect(await here.reception.work.handOver.run()).toBe(true)

  expect(await here.customerOf(customerId)).toMatchObject({ agentId: wei.id })
  expect(await here.reception.work.handOver.run()).toBe(false)
})

test('a customer received or released at the moment of disabling is not left behind', async () => {
  const { lin, wei, zhao } = here
  const ids = [await customerOf(lin, '小满'), await here.write('小暑', '在吗')]

  await Promise.all([
    disable(zhao, lin, wei),
    lin.request(customerApi.receive, { body: { customerId: ids[1]! } }),
    lin.request(customerApi.release, { body: { customerId: ids[0]! } }),
  ])
  await here.reception.work.handOver.run()

  for (const id of ids) expect([wei.id, null]).toContain((await here.customerOf(id)).agentId)
})

test('nobody disables themselves, the last administrator or a stronger agent, and nothing changes', async () => {
  const { lin, zhao } = here
  const deputy = await (await here.hire('副手', ['agentManagement:viewPage', 'agentManagement:settingsEdit'])).signIn()

  expect(await zhao.refused(agentApi.enable, disabling(zhao))).toMatchObject({ code: 42200, msg: '不能停用自己' })
  expect(await deputy.refused(agentApi.enable, disabling(zhao))).toMatchObject({
    code: 42200,
    msg: '不能停用权限高于自己的客服',
  })
  expect(await lin.refused(agentApi.enable, disabling(deputy))).toMatchObject({ code: 40301 })
  expect((await zhao.call(agentApi.list, { body: { enabled: false } })).length).toBe(0)
})

// The loser is refused by the rule, or already signed out by the winner.
test('two administrators who disable each other at once: one stays', async () => {
  const { lin, zhao } = here
  const second = await (await here.hire('二号', 'admin')).signIn()

  const answers = await Promise.all([
    zhao.request(agentApi.enable, disabling(second)),
    second.request(agentApi.enable, disabling(zhao)),
  ])

  expect(answers.filter(({ code }) => code === 1)).toHaveLength(1)
  expect(['至少保留一名管理员', '请重新登录']).toContain(answers.find(({ code }) => code !== 1)?.msg)
  const left = await lin.call(agentApi.list, { body: { roleId: zhao.roleId, enabled: true } })
  expect(left).toHaveLength(1)
})

test('who takes over must be able to receive, and be of the own enterprise', async () => {
  const { lin, wei, zhao, rival } = here
  const reader = await here.hire('只看', ['im:viewPage'])
  const customerId = await customerOf(lin, '小满')
  const absent = { code: 40401, msg: '接手的客服不存在或已删除' }

  for (const { id: handoverAgentId } of [lin, reader, rival])
    expect(
      await zhao.refused(agentApi.enable, { body: { id: lin.id, enabled: false, handoverAgentId } }),
    ).toMatchObject(absent)
  expect(
    await zhao.refused(agentApi.enable, { body: { id: lin.id, enabled: true, handoverAgentId: wei.id } }),
  ).toMatchObject({ code: 40001 })
  expect(await absentForRival(rival, agentApi.enable, { body: { id: lin.id, enabled: false } })).toMatchObject({
    code: 40401,
    msg: '客服不存在或已删除',
  })
  expect(await here.customerOf(customerId)).toMatchObject({ agentId: lin.id })
})
