import { type CallArgs, customerApi, type CustomerId, customerSettingApi, type StageId, tagApi } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { openList } from '../testing/open-list.ts'
import type { Person } from '../testing/person.ts'
import { receptionWorld, type ReceptionWorld } from '../testing/reception-world.ts'

let here: ReceptionWorld
let ids: CustomerId[]

beforeEach(async () => {
  here = await receptionWorld()
  ids = []
  for (const name of ['甲', '乙', '丙']) ids.push(await here.write(name, '在吗'))
})

type Body = CallArgs<typeof customerApi.batch>['body']

const run = (person: Person, body: Omit<Body, 'customerIds'> & Partial<Body>) =>
  person.call(customerApi.batch, { body: { customerIds: ids, ...body } })

test('each is done or fails by itself, and open lists agree', async () => {
  const { lin, wei } = here
  await wei.call(customerApi.receive, { body: { customerId: ids[1]! } })
  const free = await openList(lin, { scope: 3 })
  const mine = await openList(lin, { scope: 1 })

  const result = await run(lin, { action: 'receive', customerIds: [...ids, ids[0]!] })

  // 本人 does not see a colleague's customer, not even by name.
  expect(result).toEqual({ success: 2, failed: [{ id: ids[1], name: '', msg: '已被 卫青禾 接待' }] })
  expect(new Set(await mine.settle())).toEqual(new Set([ids[0], ids[2]]))
  await mine.agrees()
  await free.agrees()
  expect(await run(here.zhao, { action: 'receive' })).toMatchObject({
    success: 0,
    failed: [{ name: '甲', msg: '已被 林小满 接待' }, { name: '乙' }, { name: '丙' }],
  })
})

test('every action there is', async () => {
  const { lin, wei, zhao } = here
  await here.publishAi()
  const all = { success: 3, failed: [] }
  const { tag } = await zhao.call(tagApi.createBind, { body: { customerId: ids[0]!, name: '老客户' } })
  const tagIds = [tag.id]

  expect(await run(zhao, { action: 'redirect', agentId: wei.id, reason: '更专业的同事' })).toEqual(all)
  expect(await run(zhao, { action: 'release' })).toEqual(all)
  expect(await run(lin, { action: 'receive' })).toEqual(all)
  expect(await run(lin, { action: 'aiStatus', enableAi: true })).toEqual(all)
  expect(await run(lin, { action: 'bindTags', tagIds })).toEqual(all)
  for (const id of ids) expect(await here.customerOf(id)).toMatchObject({ agentId: lin.id, receptionType: 'ai_agent' })
  expect((await here.customerOf(ids[2]!)).tagIds).toContain(tag.id)
  expect(await run(lin, { action: 'unbindTags', tagIds })).toEqual(all)
  const { stages } = await lin.call(customerSettingApi.get, {})
  const stageId = stages.at(-1)!.id
  expect(await run(lin, { action: 'stage', stageId })).toEqual(all)
  expect(await here.customerOf(ids[1]!)).toMatchObject({ stageId })
  // One that was archived before is not brought back by 撤销.
  await lin.call(customerApi.archive, { body: { customerId: ids[0]!, archive: true } })
  expect(await run(lin, { action: 'archive', archive: true })).toEqual({ ...all, undoable: ids.slice(1) })
  expect(await here.customerOf(ids[2]!)).toMatchObject({ archive: true, sessionId: null })
})

// R176
test('several go to a group one by one: shared out among its free agents, and whoever is left over is told of', async () => {
  const { lin, wei, zhao } = here
  await here.seeThere(wei, zhao)
  await here.changeAgent(wei, { receptionLimit: 1 })
  await here.changeAgent(zhao, { receptionLimit: 1 })
  expect(await run(lin, { action: 'receive' })).toMatchObject({ success: 3 })
  const group = { kind: 'account', id: here.account.id } as const
  expect(await lin.call(customerApi.listGroups, { body: { customerIds: ids } })).toContainEqual(
    expect.objectContaining({ group, free: 2 }),
  )

  const result = await run(lin, { action: 'redirect', group, reason: '更专业的同事' })

  expect(result).toEqual({ success: 2, failed: [{ id: ids[2], name: '丙', msg: '该组暂无在线且未满的客服' }] })
  const owners = await Promise.all(ids.map(async (id) => (await here.customerOf(id)).agentId))
  expect(new Set(owners.slice(0, 2))).toEqual(new Set([wei.id, zhao.id]))
  expect(owners[2]).toBe(lin.id)
  const both = { customerIds: ids, action: 'redirect', group, agentId: wei.id, reason: '更专业的同事' } as const
  expect(await lin.refused(customerApi.batch, { body: both })).toMatchObject({ code: 40001 })
})

test('permissions are asked for each action, what it needs before anything is done', async () => {
  const reader = await (await here.hire('只看', ['im:viewPage'])).signIn()
  for (const body of [
    { action: 'receive' },
    { action: 'release' },
    { action: 'redirect', agentId: here.lin.id, reason: '更专业的同事' },
    { action: 'archive', archive: true },
    { action: 'aiStatus', enableAi: false },
    { action: 'stage', stageId: newId<StageId>(here.clock.now()) },
  ] as const)
    expect(await run(reader, body)).toMatchObject({ success: 0, failed: [{ msg: '没有权限' }, {}, {}] })

  for (const [action, field] of [
    ['redirect', 'agentId'],
    ['bindTags', 'tagIds'],
    ['archive', 'archive'],
    ['stage', 'stageId'],
    ['aiStatus', 'enableAi'],
  ] as const)
    expect(await here.zhao.refused(customerApi.batch, { body: { customerIds: ids, action } })).toMatchObject({
      code: 40001,
      data: { fields: { [field]: expect.any(String) } },
    })
})

test('at most two hundred, and nobody is asked about each', async () => {
  const { lin, clock } = here
  const many = Array.from({ length: 201 }, () => newId<CustomerId>(clock.now()))
  expect(await lin.refused(customerApi.batch, { body: { customerIds: many, action: 'release' } })).toMatchObject({
    code: 40001,
  })

  await here.changeAgent(lin, { receptionLimit: 1 })
  const result = await run(lin, { action: 'receive' })
  expect(result.success).toBe(1)
  expect(result.failed.map((each) => each.msg)).toEqual(['已达接待上限 1', '已达接待上限 1'])
})
