import { type AccountScope, agentApi, type Permission, type Role, roleApi } from '@ruwu/contract'
import { applyAgentEvent, fromMPerms } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { watch } from '../../testing/watch.ts'
import { world } from '../../testing/world.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

const draft = (name: string, permissions: Permission[] = ['im:viewPage']) => ({
  name,
  permissions,
  customerScope: 'own' as const,
})
const edited = (role: Role, change: Partial<ReturnType<typeof draft>> & { accountScope?: AccountScope }) => ({
  id: role.id,
  accountScope: role.accountScope,
  version: role.version,
  ...draft(role.name, fromMPerms(role.mPerms)),
  ...change,
})

test('a new enterprise has the five built-in roles, and they are locked', async () => {
  const { zhao } = await world()
  const roles = await zhao.call(roleApi.list, {})

  expect(roles.map((role) => [role.name, role.customerScope, role.memberCount])).toEqual([
    ['管理员', 'all', 1],
    ['主管', 'all', 0],
    ['客服', 'own', 2],
    ['运营', 'all', 0],
    ['只读', 'all', 0],
  ])
  const builtin = roles[2]!
  expect(await zhao.refused(roleApi.update, { body: edited(builtin, { name: '改名' }) })).toMatchObject({
    msg: '内置角色不可修改',
  })
  expect(await zhao.refused(roleApi.remove, { query: { id: builtin.id } })).toMatchObject({ msg: '内置角色不可修改' })
})

test('each agent reads its own permissions, an edit with its view', async () => {
  const { lin, hire } = await world()
  const editor = await (await hire('小编', ['tag:settingsEdit'])).signIn()

  expect(await lin.call(roleApi.ownPermissions, {})).toEqual({
    mPerms: {
      im: ['im:viewPage', 'im:replyCustomer', 'im:aiAssist', 'im:editCustomerInfo'],
      customer: ['customer:viewSensitive'],
      tag: ['tag:viewPage'],
    },
  })
  expect(await editor.call(roleApi.ownPermissions, {})).toEqual({
    mPerms: { tag: ['tag:viewPage', 'tag:settingsEdit'] },
  })
})

test('changing a role tells its members and nobody else, and holds for their next call', async () => {
  const { zhao, lin, hire } = await world()
  const member = await (await hire('小管', ['agentManagement:viewPage'])).signIn()
  const role = (await zhao.call(roleApi.list, {})).find((each) => each.id === member.roleId)!
  const [membersScreen, linsScreen] = [await member.connect(), await lin.connect()]

  await zhao.call(roleApi.update, { body: edited(role, { permissions: ['im:viewPage'] }) })

  const told = await membersScreen.next((frame) => frame.type === 'message')
  expect(told).toMatchObject({ seq: 1, content: { type: 'perms_change' } })
  await linsScreen.roundTrip()
  // Others only learn that roles changed.
  expect(linsScreen.take('message').map((frame) => frame.content.type)).toEqual(['role_change'])
  expect(await member.refused(roleApi.list, {})).toMatchObject({ code: 40301 })
})

test('saving what somebody else changed meanwhile is refused with that name', async () => {
  const { zhao } = await world()
  const role = await zhao.call(roleApi.create, { body: draft('质检') })
  await zhao.call(roleApi.update, { body: edited(role, { name: '质检一组' }) })

  expect(await zhao.refused(roleApi.update, { body: edited(role, { name: '质检二组' }) })).toMatchObject({
    code: 40902,
    msg: '内容已被 赵知远 更新，请刷新后重试',
  })
})

test('two saves at once: one wins, the other is stale', async () => {
  const { zhao } = await world()
  const role = await zhao.call(roleApi.create, { body: draft('质检') })

  const answers = await Promise.all(
    ['甲', '乙'].map((name) => zhao.request(roleApi.update, { body: edited(role, { name }) })),
  )

  expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 40902])
})

test('saving what is deleted at once says that it is not there, unless it came first', async () => {
  const { zhao } = await world()

  for (let round = 0; round < 5; round += 1) {
    const role = await zhao.call(roleApi.create, { body: draft(`临时${round}`) })
    const [removal, ...saves] = await Promise.all([
      zhao.request(roleApi.remove, { query: { id: role.id } }),
      ...['甲', '乙', '丙'].map((name) => zhao.request(roleApi.update, { body: edited(role, { name: name + round }) })),
    ])
    expect(removal.code).toBe(1)
    const isSaved = saves.some(({ code }) => code === 1)
    expect(saves.filter(({ code }) => code === 40902 && !isSaved)).toEqual([])
  }
})

test('names are unique in the enterprise, also when two are created at once', async () => {
  const { zhao, rival } = await world()

  const answers = await Promise.all([1, 2].map(() => zhao.request(roleApi.create, { body: draft('质检') })))

  expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 40001])
  const other = await zhao.call(roleApi.create, { body: draft('另一个') })
  expect(await zhao.refused(roleApi.update, { body: edited(other, { name: '质检' }) })).toMatchObject({
    data: { fields: { name: '角色名称已存在' } },
  })
  expect(await rival.request(roleApi.create, { body: draft('质检') })).toMatchObject({ code: 1 })
})

const DEPUTY: Permission[] = ['agentManagement:viewPage', 'agentManagement:settingsEdit']

test('an agent can’t grant permissions they lack', async () => {
  const { hire } = await world()
  const deputy = await (await hire('副手', DEPUTY)).signIn()
  const own = await deputy.call(roleApi.create, { body: draft('见习', ['agentManagement:viewPage']) })
  const refusal = { code: 42200, msg: '不能授予自己没有的权限' }

  expect(await deputy.refused(roleApi.create, { body: draft('越权', ['audit:viewPage']) })).toMatchObject(refusal)
  expect(
    await deputy.refused(roleApi.update, { body: edited(own, { permissions: ['audit:viewPage'] }) }),
  ).toMatchObject(refusal)
  expect(await deputy.call(roleApi.update, { body: edited(own, { permissions: DEPUTY }) })).toMatchObject({
    version: 2,
  })
})

test('a stronger role can be neither emptied nor deleted, so its members cannot be taken over', async () => {
  const { zhao, hire } = await world()
  const deputy = await (await hire('副手', DEPUTY)).signIn()
  const auditor = await hire('审计', [...DEPUTY, 'audit:viewPage'])
  const role = (await zhao.call(roleApi.list, {})).find((each) => each.id === auditor.roleId)!

  for (const change of [{ permissions: [] }, { name: '改名' }])
    expect(await deputy.refused(roleApi.update, { body: edited(role, change) })).toMatchObject({
      code: 42200,
      msg: '不能修改权限高于自己的角色',
    })
  for (const moveToRoleId of [undefined, deputy.roleId])
    expect(
      await deputy.refused(roleApi.remove, { query: { id: role.id, ...(moveToRoleId ? { moveToRoleId } : {}) } }),
    ).toMatchObject({ code: 42200, msg: '不能删除权限高于自己的角色' })
  expect((await zhao.call(roleApi.list, {})).find((each) => each.id === role.id)).toEqual(role)
})

test('deleting a role with members asks where they go, and moves them', async () => {
  const { zhao, hire } = await world()
  const member = await (await hire('小管', ['im:viewPage'])).signIn()
  const agentRole = (await zhao.call(roleApi.list, {})).find((role) => role.builtin === 'agent')!

  expect(await zhao.refused(roleApi.remove, { query: { id: member.roleId } })).toMatchObject({
    code: 40903,
    data: { usedBy: ['小管'] },
  })
  await zhao.call(roleApi.remove, { query: { id: member.roleId, moveToRoleId: agentRole.id } })

  expect((await member.call(roleApi.ownPermissions, {})).mPerms).toHaveProperty('tag')
  expect(await zhao.refused(roleApi.remove, { query: { id: member.roleId } })).toMatchObject({
    code: 40401,
    msg: '角色不存在或已删除',
  })
})

test('an agent loses no right by the role they are in, whatever way it goes', async () => {
  const { zhao, hire } = await world()
  const deputy = await (await hire('副手', [...DEPUTY, 'im:viewPage'])).signIn()
  const own = (await zhao.call(roleApi.list, {})).find((each) => each.id === deputy.roleId)!
  const narrow = await zhao.call(roleApi.create, { body: draft('见习', DEPUTY) })
  const refusal = { code: 42200, msg: '不能收回自己的权限' }

  expect(await deputy.refused(roleApi.update, { body: edited(own, { permissions: DEPUTY }) })).toMatchObject(refusal)
  const query = { id: own.id, moveToRoleId: narrow.id }
  expect(await deputy.refused(roleApi.remove, { query })).toMatchObject(refusal)

  expect((await zhao.call(roleApi.list, {})).find((each) => each.id === own.id)).toEqual(own)
  expect(await deputy.call(roleApi.update, { body: edited(own, { name: '副手一组' }) })).toMatchObject({ version: 2 })
  await zhao.call(roleApi.remove, { query })
  expect((await deputy.call(roleApi.ownPermissions, {})).mPerms).not.toHaveProperty('im')
})

test('one event tells of a rename, whatever number of members the role has', async () => {
  const { zhao, wei } = await world()
  const role = await zhao.call(roleApi.create, { body: draft('夜班') })
  for (const each of await zhao.call(agentApi.list, { body: {} }))
    if (each.id !== zhao.id) await zhao.call(agentApi.update, { body: { id: each.id, roleId: role.id } })
  const screen = await wei.connect()

  await zhao.call(roleApi.update, { body: edited(role, { name: '晚班' }) })
  await screen.roundTrip()

  const types = screen.take('message').map((frame) => frame.content.type)
  expect(types.toSorted()).toEqual(['perms_change', 'role_change'])
})

test('another enterprise’s role looks absent, as a target too', async () => {
  const { zhao, rival } = await world()
  const own = await zhao.call(roleApi.create, { body: draft('质检') })
  const foreign = await rival.call(roleApi.create, { body: draft('对手的') })

  expect(await absentForRival(zhao, roleApi.update, { body: edited(foreign, {}) })).toMatchObject({ code: 40401 })
  expect(await absentForRival(zhao, roleApi.remove, { query: { id: foreign.id } })).toMatchObject({ code: 40401 })
  expect(await zhao.refused(roleApi.remove, { query: { id: own.id, moveToRoleId: foreign.id } })).toMatchObject({
    code: 40401,
  })
  expect(await rival.call(roleApi.list, {})).toHaveLength(6)
})

test('a role’s new name, and its end, are seen in every open list of agents', async () => {
  const { zhao, wei, hire } = await world()
  const member = await hire('小管', ['im:viewPage'])
  const roles = await zhao.call(roleApi.list, {})
  const role = roles.find((each) => each.id === member.roleId)!
  const open = await watch(wei, agentApi.list, { body: {} }, (agents, event) =>
    event.type === 'perms_change' ? agents : applyAgentEvent(agents, event),
  )

  await zhao.call(roleApi.update, { body: edited(role, { name: '新名字' }) })
  expect((await open.settle()).find((agent) => agent.id === member.id)?.roleName).toBe('新名字')
  expect(await open.settle()).toEqual(await open.refetch())

  await zhao.call(roleApi.remove, { query: { id: role.id, moveToRoleId: roles[2]!.id } })
  expect(await open.settle()).toEqual(await open.refetch())
})

test('an agent with 本人 can’t give 全部, neither by a role nor by moving an agent there', async () => {
  const { zhao, lin, hire } = await world()
  const deputy = await (await hire('副手', ['agentManagement:viewPage', 'agentManagement:settingsEdit'])).signIn()
  const own = (await zhao.call(roleApi.list, {})).find((each) => each.id === deputy.roleId)!
  const wide = await zhao.call(roleApi.create, { body: { ...draft('看全部', []), customerScope: 'all' } })
  const refusal = { code: 42200, msg: '不能授予自己没有的权限' }

  expect(await deputy.refused(roleApi.update, { body: { ...edited(own, {}), customerScope: 'all' } })).toMatchObject(
    refusal,
  )
  expect(await deputy.refused(roleApi.create, { body: { ...draft('越权', []), customerScope: 'all' } })).toMatchObject(
    refusal,
  )
  expect(await deputy.refused(agentApi.update, { body: { id: lin.id, roleId: wide.id } })).toMatchObject({
    msg: '不能授予或收回自己没有的权限',
  })
})

test('an agent who gets a role while it is deleted: one of the two is refused with a reason', async () => {
  const { zhao, lin } = await world()

  for (let round = 0; round < 5; round += 1) {
    const role = await zhao.call(roleApi.create, { body: draft(`临时${round}`) })
    const answers = await Promise.all([
      zhao.request(agentApi.update, { body: { id: lin.id, roleId: role.id } }),
      zhao.request(roleApi.remove, { query: { id: role.id } }),
    ])
    expect([
      [1, 40903],
      [40401, 1],
    ]).toContainEqual(answers.map((answer) => answer.code))
    await zhao.call(agentApi.update, { body: { id: lin.id, roleId: lin.roleId } })
  }
})
