import { agentApi, authApi, customerApi, roleApi, SCOPE } from '@ruwu/contract'
import { AGENTS_MAX, applyAgentEvent } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { agent } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { openAccount } from '../../testing/platform.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { digest } from '../../testing/password.ts'
import type { Person } from '../../testing/person.ts'
import { receptionWorld } from '../../testing/reception-world.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { watch } from '../../testing/watch.ts'
import { world } from '../../testing/world.ts'

const TELEPHONE = '13711112222'
const newcomer = ({ roleId }: Pick<Person, 'roleId'>, change: object = {}) => ({
  body: {
    name: '新来的',
    telephone: TELEPHONE,
    roleId,
    accountScope: null,
    limit: 20,
    password: digest('first-Pa55word'),
    ...change,
  },
})

// R27
test('a new agent is in every open list, and its first password signs in only with its own replacement', async () => {
  const { db, lin, wei, zhao } = await world()
  const open = await watch(wei, agentApi.list, { body: {} }, applyAgentEvent)

  const made = await zhao.call(agentApi.create, newcomer(lin))

  expect(made).toMatchObject({ name: '新来的', telephone: '137****2222', limit: 20, current: 0, enabled: true })
  expect(await open.settle()).toEqual(await open.refetch())
  const login = (password: string, newPassword?: string) =>
    lin.request(authApi.login, {
      body: {
        telephone: TELEPHONE,
        password: digest(password),
        ...(newPassword && { newPassword: digest(newPassword) }),
      },
    })
  expect(await login('first-Pa55word')).toMatchObject({ data: { fields: { newPassword: expect.any(String) } } })
  expect(await login('first-Pa55word', 'own-secret')).toMatchObject({ code: 1, data: { id: made.id } })
  expect(await login('first-Pa55word', 'other-secret')).toMatchObject({ code: 40102 })
  expect(await auditEntries(db, agentApi.create)).toMatchObject([
    { agentId: zhao.id, object: made.id, objectName: '新来的', after: { telephone: '137****2222', limit: '20' } },
  ])
})

test('a known number is refused, also when two create it at once, and nothing is left of it', async () => {
  const { lin, zhao, rival } = await world()
  const taken = { code: 40001, data: { fields: { telephone: '手机号已存在' } } }

  for (const { telephone } of [lin, rival])
    expect(await zhao.refused(agentApi.create, newcomer(lin, { telephone }))).toMatchObject(taken)
  const answers = await Promise.all([
    zhao.request(agentApi.create, newcomer(lin)),
    rival.request(agentApi.create, newcomer(rival)),
  ])

  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, 40001])
  expect(answers.find(({ code }) => code !== 1)).toMatchObject(taken)
})

test('the last place is taken once, also by two at once; a disabled agent frees one, enabling needs one', async () => {
  const { db, clock, lin, wei, zhao } = await world()
  const { passwordHash } = (await db.sql.select().from(agent))[0]!
  const others = Array.from({ length: AGENTS_MAX - 4 }, (_, no) => ({
    entId: lin.entId,
    id: newId<typeof lin.id>(clock.now()),
    roleId: lin.roleId,
    name: `客服${no}`,
    telephone: String(15_000_000_000 + no),
    passwordHash,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  }))
  await db.sql.insert(agent).values(others)
  const full = { code: 42200, msg: '客服数量已达上限' }

  const answers = await Promise.all(
    ['13711112222', '13711113333'].map((telephone) => zhao.request(agentApi.create, newcomer(lin, { telephone }))),
  )

  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, 42200])
  expect(answers.find(({ code }) => code !== 1)).toMatchObject(full)
  await zhao.call(agentApi.enable, { body: { id: wei.id, enabled: false } })
  await zhao.call(agentApi.create, newcomer(lin, { telephone: '13711114444' }))
  expect(await zhao.refused(agentApi.enable, { body: { id: wei.id, enabled: true } })).toMatchObject(full)
})

test.each([
  [{ name: ' ' }, { name: '请输入姓名' }],
  [{ telephone: '123' }, { telephone: '请输入正确的手机号' }],
  [{ limit: 0 }, { limit: '接待上限须为 1 到 200' }],
  [{ limit: 201 }, { limit: '接待上限须为 1 到 200' }],
  [{ accountScope: [] }, { accountScope: '请选择渠道账号' }],
  [{ password: digest('12345678') }, { password: '密码太常见，请换一个' }],
])('a new agent with %j is refused at its field', async (change, fields) => {
  const { lin, zhao } = await world()

  expect(await zhao.refused(agentApi.create, newcomer(lin, change))).toMatchObject({ code: 40001, data: { fields } })
})

test('a field that the call does not know is refused, not ignored', async () => {
  const { lin, zhao } = await world()
  const calls = [
    [agentApi.create, newcomer(lin, { enabled: false })],
    [agentApi.update, { body: { id: lin.id, enabled: false } }],
    [agentApi.enable, { body: { id: lin.id, enabled: false, force: true } }],
    [agentApi.forceOffline, { body: { id: lin.id, reason: '下班' } }],
    [agentApi.resetPassword, { body: { id: lin.id, newPassword: digest('from-admin-1'), silent: true } }],
    [roleApi.create, { body: { name: '质检', permissions: [], customerScope: 'own', members: [] } }],
  ] as const

  for (const [endpoint, args] of calls)
    expect(await zhao.refused(endpoint, args as never)).toMatchObject({ code: 40001 })
})

test('an agent gives neither a role nor accounts beyond their own', async () => {
  const here = await receptionWorld()
  const { lin, zhao, hire, account, changeAgent } = here
  const deputy = await (await hire('副手', ['agentManagement:viewPage', 'agentManagement:settingsEdit'])).signIn()
  const beyond = { code: 42200, msg: '不能授予或收回自己没有的权限' }

  expect(await deputy.refused(agentApi.create, newcomer(zhao))).toMatchObject(beyond)
  await changeAgent(deputy, { accountScope: [account.id] })
  expect(await deputy.refused(agentApi.create, newcomer(deputy))).toMatchObject(beyond)
  const own = await deputy.call(agentApi.create, newcomer(deputy, { accountScope: [account.id] }))
  expect(await deputy.refused(agentApi.update, { body: { id: own.id, accountScope: null } })).toMatchObject(beyond)
  expect(await deputy.refused(agentApi.update, { body: { id: deputy.id, accountScope: null } })).toMatchObject({
    msg: '不能更改自己的可接待账号',
  })
  expect(
    await deputy.refused(roleApi.create, { body: { name: '越权', permissions: [], customerScope: 'own' } }),
  ).toMatchObject({ msg: '不能授予自己没有的权限' })
  expect(await zhao.call(agentApi.update, { body: { id: lin.id, limit: 5 } })).toMatchObject({ limit: 5 })
})

test('accounts of the role and of the agent decide together what is seen, at once', async () => {
  const here = await receptionWorld()
  const { lin, zhao, account } = here
  const customerId = await here.write('小满', '在吗')
  const { id: other } = await openAccount(here, { entId: zhao.entId, platformId: 'other' })
  const { id: roleId } = await zhao.call(roleApi.create, {
    body: {
      name: '接待',
      permissions: ['im:viewPage', 'im:replyCustomer'],
      customerScope: 'all',
      accountScope: [account.id],
    },
  })
  const seen = async () =>
    (await lin.call(customerApi.list, { body: { scope: SCOPE.unassigned } })).items.map((item) => item.customerId)

  await zhao.call(agentApi.update, { body: { id: lin.id, roleId } })
  expect(await seen()).toEqual([customerId])
  await zhao.call(agentApi.update, { body: { id: lin.id, accountScope: [other] } })
  expect(await seen()).toEqual([])
  expect(await lin.refused(customerApi.receive, { body: { customerId } })).toMatchObject({ code: 40401 })
})

test('one administrator of all accounts remains', async () => {
  const here = await receptionWorld()
  const { zhao, account } = here
  const second = await (await here.hire('二号', 'admin')).signIn()

  await zhao.call(agentApi.update, { body: { id: second.id, accountScope: [account.id] } })
  const refusal = { msg: '至少保留一名管理员' }
  expect(await zhao.call(agentApi.detail, { query: { id: second.id } })).toMatchObject({ accountScope: [account.id] })
  const third = await (await here.hire('三号', 'admin')).signIn()
  const [one, two] = await Promise.all([
    zhao.request(agentApi.update, { body: { id: third.id, accountScope: [account.id] } }),
    third.request(agentApi.update, { body: { id: zhao.id, accountScope: [account.id] } }),
  ])
  expect([one.code, two.code].toSorted((a, b) => a - b)).toEqual([1, 42200])
  expect([one, two].find(({ code }) => code !== 1)).toMatchObject(refusal)
})

test('the clear telephone is read by who may edit, and of the own enterprise only', async () => {
  const { lin, zhao, rival } = await world()

  expect(await zhao.call(agentApi.detail, { query: { id: lin.id } })).toMatchObject({
    telephone: lin.telephone,
    avatar: '',
    customers: 0,
  })
  expect(await lin.refused(agentApi.detail, { query: { id: lin.id } })).toMatchObject({ code: 40301 })
  expect(await absentForRival(rival, agentApi.detail, { query: { id: lin.id } })).toMatchObject({ code: 40401 })
})

test('another enterprise’s role and accounts look absent', async () => {
  const here = await receptionWorld()
  const { lin, zhao, rival, account } = here

  expect(await absentForRival(rival, agentApi.create, newcomer(lin))).toMatchObject({ msg: '角色不存在或已删除' })
  expect(await rival.refused(agentApi.create, newcomer(rival, { accountScope: [account.id] }))).toMatchObject({
    code: 40401,
    msg: '渠道账号不存在或已删除',
  })
  const body = { name: '质检', permissions: [], customerScope: 'own' as const, accountScope: [account.id] }
  expect(await absentForRival(rival, roleApi.create, { body })).toMatchObject({ msg: '渠道账号不存在或已删除' })
  expect(await zhao.call(agentApi.create, newcomer(lin, { accountScope: [account.id] }))).toMatchObject({
    accountScope: [account.id],
  })
})
