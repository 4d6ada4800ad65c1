import { agentApi, auditApi, customerApi, PREVIEW_ROLE_HEADER, roleApi, SCOPE, totpApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { receptionWorld } from '../../testing/reception-world.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { world } from '../../testing/world.ts'

const as = (roleId: string) => ({ [PREVIEW_ROLE_HEADER]: roleId })

test('a preview reads with the rights of the role, and writes nothing', async () => {
  const here = await receptionWorld()
  const { lin, zhao } = here
  const customerId = await here.write('小满', '在吗')
  await lin.call(customerApi.receive, { body: { customerId } })
  const preview = as(lin.roleId)
  const colleagues = { body: { scope: SCOPE.colleagues } }
  const before = await here.customerOf(customerId)

  expect(await zhao.call(roleApi.ownPermissions, {}, preview)).toEqual(await lin.call(roleApi.ownPermissions, {}))
  expect((await zhao.call(customerApi.list, colleagues)).items).toHaveLength(1)
  expect((await zhao.call(customerApi.list, colleagues, preview)).items).toEqual([])
  expect(await zhao.request(roleApi.list, {}, preview)).toMatchObject({ code: 40301 })
  const refused = { code: 42200, msg: '预览中仅可查看，不能修改' }
  expect(await zhao.request(customerApi.release, { body: { customerId } }, preview)).toMatchObject(refused)
  expect(await zhao.request(agentApi.forceOffline, { body: { id: lin.id } }, preview)).toMatchObject(refused)
  expect(await here.customerOf(customerId)).toEqual(before)
})

test('a preview gives nothing that the previewer lacks', async () => {
  const { zhao, hire } = await world()
  const viewer = await (await hire('看客', ['agentManagement:viewPage'])).signIn()

  const { mPerms } = await viewer.call(roleApi.ownPermissions, {}, as(zhao.roleId))

  expect(mPerms).toEqual({ agentManagement: ['agentManagement:viewPage'] })
  expect(await viewer.request(auditApi.page, { body: {} }, as(zhao.roleId))).toMatchObject({ code: 40301 })
})

test('only who sees roles previews one, of the own enterprise', async () => {
  const { lin, zhao, rival } = await world()

  expect(await lin.request(roleApi.ownPermissions, {}, as(lin.roleId))).toMatchObject({ code: 40301 })
  for (const roleId of [rival.roleId, 'nonsense'])
    expect(await zhao.request(roleApi.ownPermissions, {}, as(roleId))).toMatchObject({
      code: 40401,
      msg: '角色不存在或已删除',
    })
})

test('the history of a role tells who changed what, newest first, without addresses', async () => {
  const { zhao, lin, rival, clock } = await world()
  const draft = { name: '夜班', permissions: [], customerScope: 'own' as const, accountScope: null }
  const { id, version } = await zhao.call(roleApi.create, { body: draft })
  await zhao.call(roleApi.create, { body: { ...draft, name: '早班' } })
  clock.advance(1_000)
  await zhao.call(roleApi.update, { body: { ...draft, id, version, customerScope: 'all' } })

  clock.advance(1_000)
  await zhao.call(totpApi.requireForRole, { body: { id, required: true } })

  const first = await zhao.call(roleApi.history, { body: { id, limit: 2 } })
  const second = await zhao.call(roleApi.history, { body: { id, limit: 1, cursor: first.nextCursor } })

  expect([...first.items, ...second.items]).toMatchObject([
    { action: 'role.requireTotp', after: { requiresTotp: '是' } },
    { action: 'role.edit', agentName: '赵知远', before: { customerScope: '本人' }, after: { customerScope: '全部' } },
    { action: 'role.create', objectName: '夜班' },
  ])
  expect(second.nextCursor).toBeNull()
  expect(first.items[0]).not.toHaveProperty('ip')
  expect(await absentForRival(rival, roleApi.history, { body: { id } })).toMatchObject({ code: 40401 })
  expect(await lin.refused(roleApi.history, { body: { id } })).toMatchObject({ code: 40301 })
})
