import {
  type AiDraft,
  customerApi,
  type CustomerId,
  type Endpoint,
  tagApi,
  type TagFields,
  type TagId,
} from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { shareCustomerSetting } from '../../customer/customer-setting.repo.ts'
import { aiAgent, aiAgentVersion, customer, customerTag } from '../../db/schema/index.ts'
import { refreshBitmaps } from '../../list/index.ts'
import { newId } from '../../platform/ids.ts'
import { auditEntries } from '../../testing/audit-entries.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { insertTags } from './tag.repo.ts'
import { openWorkbench, type WorkbenchWorld, workbenchWorld } from '../../testing/workbench-world.ts'

let here: WorkbenchWorld

beforeEach(async () => {
  here = await workbenchWorld()
})

const make = (name: string, fields: Partial<TagFields> = {}) =>
  here.zhao.call(tagApi.create, { body: { name, ...fields } })
const group = (name: string, single: boolean) => here.zhao.call(tagApi.createGroup, { body: { name, single } })
const bind = (customerId: CustomerId, ...tagIds: TagId[]) =>
  here.lin.call(customerApi.bindTags, { body: { customerId, tagIds } })
const listed = async (id: TagId, who = here.zhao) =>
  (await who.call(tagApi.list, { body: {} })).find((tag) => tag.id === id)

/** Own tags of a customer, from the row and checked against the bindings. */
async function held(id: CustomerId): Promise<string[]> {
  const tags = new Map((await here.zhao.call(tagApi.list, { body: {} })).map((tag) => [tag.id, tag]))
  const [row] = await here.db.sql.select().from(customer).where(eq(customer.id, id))
  const rows = await here.db.sql.select().from(customerTag).where(eq(customerTag.customerId, id))
  expect(rows.map((each) => each.tagId).toSorted()).toEqual(row!.tagIds.toSorted())
  return row!.tagIds.flatMap((each) => (tags.get(each)?.kind === 'system' ? [] : [tags.get(each)?.name ?? '?']))
}

describe('tags', () => {
  test('a tag is created, changed over the version that was read, and deleted from its customers', async () => {
    const { id: groupId } = await group('楼盘', false)
    const tag = await make('三房', { color: 'red', groupId, description: '三室' })
    const customerId = await here.write('小满', '在吗')
    await bind(customerId, tag.id)
    const screen = await openWorkbench(here.wei, customerId)

    expect(await listed(tag.id)).toMatchObject({ color: 'red', groupName: '楼盘', customers: 1, added7d: 1 })
    const body = { id: tag.id, name: '四房', color: 'blue', groupId: null, description: '' } as const
    const changed = await here.zhao.call(tagApi.update, { body: { ...body, version: 1 } })
    expect(changed).toMatchObject({ name: '四房', groupId: null, customers: 1, version: 2, updatedByName: '赵知远' })
    expect(await here.zhao.refused(tagApi.update, { body: { ...body, version: 1 } })).toMatchObject({
      code: 40902,
      msg: '内容已被 赵知远 更新，请刷新后重试',
    })

    await here.zhao.call(tagApi.remove, { query: { id: tag.id } })
    expect(await held(customerId)).toEqual([])
    expect((await screen.events()).filter((event) => event.type === 'tag_change')).toMatchObject([
      { customersToo: false },
      { customersToo: true },
    ])
    expect(await here.zhao.refused(tagApi.remove, { query: { id: tag.id } })).toMatchObject({ code: 40401 })
  })

  test('system tags stay as they are', async () => {
    const [system] = await here.zhao.call(tagApi.list, { body: {} })
    const own = await make('三房')
    const refusal = { code: 42200, msg: '系统标签由系统自动维护' }

    const { id, version } = system!
    expect(await here.zhao.refused(tagApi.update, { body: { id, version, name: '改名' } })).toMatchObject(refusal)
    expect(await here.zhao.refused(tagApi.remove, { query: { id } })).toMatchObject(refusal)
    expect(await here.zhao.refused(tagApi.merge, { body: { fromId: id, toId: own.id } })).toMatchObject(refusal)
    expect(await here.zhao.refused(tagApi.merge, { body: { fromId: own.id, toId: id } })).toMatchObject(refusal)
    const unknown = newId<TagId>(here.clock.now())
    expect(
      await here.zhao.call(tagApi.batch, { body: { ids: [id, own.id, unknown], action: 'delete' } }),
    ).toMatchObject({
      success: 1,
      failed: [
        { id, msg: refusal.msg },
        { id: unknown, msg: '标签不存在或已删除' },
      ],
    })
  })

  test('names are unique whatever their case, and two hundred tags are the most, also at once', async () => {
    await make('VIP')
    expect(await here.zhao.refused(tagApi.create, { body: { name: 'vip' } })).toMatchObject({
      data: { fields: { name: '标签名称已存在' } },
    })
    const now = here.clock.now()
    const shared = { entId: here.zhao.entId, color: 'blue', kind: 'manual', createdAt: now, updatedAt: now } as const
    await insertTags(
      here.db.sql,
      Array.from({ length: 198 }, (_, n) => ({ ...shared, id: newId<TagId>(now), name: `标签${n}` })),
    )

    const answers = await Promise.all(
      ['甲', '乙', '丙'].map((name) => here.zhao.request(tagApi.create, { body: { name } })),
    )

    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([1, 42200, 42200])
    expect(answers.find(({ code }) => code !== 1)?.msg).toBe('最多创建 200 个标签')
  })

  test('counts are the same from the bitmaps and from rows, and follow what the agent may see', async () => {
    const tag = await make('三房')
    const [one, two] = [await here.write('小满', '在吗'), await here.write('小陈', '在吗')]
    await bind(one, tag.id)
    await bind(two, tag.id)
    await here.wei.call(customerApi.receive, { body: { customerId: two } })
    const reader = await (await here.hire('只看', ['im:viewPage', 'tag:viewPage'])).signIn()

    const before = await listed(tag.id)
    await refreshBitmaps(here.db, 1)

    expect(before).toMatchObject({ customers: 2, added7d: 2 })
    expect(await listed(tag.id)).toEqual(before)
    expect(before).toMatchObject({ allCustomers: 2 })
    expect(await listed(tag.id, reader)).toMatchObject({ customers: 1, added7d: 1, allCustomers: 2 })
    here.clock.advance(8 * 86_400_000)
    expect(await listed(tag.id, await here.zhao.signIn())).toMatchObject({ customers: 2, added7d: 0 })
  })
})

/** The part of an AI's configuration that names tags. */
const goal = (...tagIds: TagId[]) => ({ goal: { onReached: { tagIds } } }) as unknown as AiDraft

describe('merging', () => {
  test('moves every customer, folds doubles and is one event for open consoles', async () => {
    const [from, to] = [await make('三居'), await make('三房')]
    const [one, both] = [await here.write('小满', '在吗'), await here.write('小陈', '在吗')]
    await bind(one, from.id)
    await bind(both, to.id, from.id)
    await refreshBitmaps(here.db, 1)

    const merged = await here.zhao.call(tagApi.merge, { body: { fromId: from.id, toId: to.id } })

    expect(merged).toMatchObject({ id: to.id, customers: 2 })
    expect([await held(one), await held(both)]).toEqual([['三房'], ['三房']])
    expect(await listed(from.id)).toBeUndefined()
    const { items } = await here.zhao.call(customerApi.list, { body: { scope: 3, tagIds: [to.id] } })
    expect(items.map((item) => item.customerId).toSorted()).toEqual([one, both].toSorted())
    await refreshBitmaps(here.db, 1)
    expect(await listed(to.id)).toMatchObject({ customers: 2 })
  })

  test('into a single-choice group the target replaces the others of the group', async () => {
    const { id: groupId } = await group('户型', true)
    const [three, four, loose] = [
      await make('三房', { groupId }),
      await make('四房', { groupId }),
      await make('大四房'),
    ]
    const customerId = await here.write('小满', '在吗')
    await bind(customerId, three.id, loose.id)

    await here.zhao.call(tagApi.merge, { body: { fromId: loose.id, toId: four.id } })

    expect(await held(customerId)).toEqual(['四房'])
    await bind(customerId, three.id)
    expect(await held(customerId)).toEqual(['三房'])
  })

  test('while agents bind the merged tag loses no customer and leaves none with a tag that is gone', async () => {
    const [from, to] = [await make('三居'), await make('三房')]
    const ids: CustomerId[] = []
    for (let n = 0; n < 6; n += 1) ids.push(await here.write(`客户${n}`, '在吗'))

    const [merge, ...binds] = await Promise.all([
      here.zhao.request(tagApi.merge, { body: { fromId: from.id, toId: to.id } }),
      ...ids.map((customerId) => here.lin.request(customerApi.bindTags, { body: { customerId, tagIds: [from.id] } })),
    ])

    expect(merge?.code).toBe(1)
    for (const [index, answer] of binds.entries()) {
      expect([1, 40401]).toContain(answer?.code)
      expect(await held(ids[index]!)).toEqual(answer?.code === 1 ? ['三房'] : [])
    }
  })

  test('a tag that an AI binds is not deleted; merged, the AI binds the target', async () => {
    const [from, to] = [await make('三居'), await make('三房')]
    const of = { entId: here.zhao.entId, relationId: here.account.id }
    const now = here.clock.now()
    const draft = goal(to.id, from.id)
    await here.db.sql.insert(aiAgent).values({ ...of, draft, publishedVersion: 1, updatedAt: now })
    await here.db.sql.insert(aiAgentVersion).values({ ...of, version: 1, config: goal(from.id), publishedAt: now })

    const { data, ...refusal } = await here.zhao.refused(tagApi.remove, { query: { id: from.id } })
    expect(refusal).toMatchObject({ code: 40903, msg: '标签正在使用中，无法删除' })
    expect(data).toEqual({ usedBy: [expect.stringMatching(/^AI 智能体「.+」$/)] })
    const all = await here.zhao.call(tagApi.batch, { body: { ids: [from.id, to.id], action: 'delete' } })
    expect(all).toMatchObject({ success: 0, failed: [{ name: '三居' }, { name: '三房' }] })
    expect(all.failed[0]?.msg).toMatch('标签正在使用中，无法删除：AI 智能体')

    await here.zhao.call(tagApi.merge, { body: { fromId: from.id, toId: to.id } })
    expect(await here.db.sql.select().from(aiAgent)).toMatchObject([{ draft: goal(to.id), version: 2 }])
    expect(await here.db.sql.select().from(aiAgentVersion)).toMatchObject([{ config: goal(to.id) }])
  })

  test('of a tag with itself is refused', async () => {
    const { id } = await make('三居')

    expect(await here.zhao.refused(tagApi.merge, { body: { fromId: id, toId: id } })).toMatchObject({
      msg: '不能合并到自己',
    })
  })
})

const groupNames = async () => (await here.zhao.call(tagApi.listGroups, {})).map(({ name }) => name)

describe('groups', () => {
  test('are ordered, renamed and deleted; their tags stay without a group', async () => {
    const made = await group('楼盘', false)
    const tag = await make('三房', { groupId: made.id })

    await here.zhao.call(tagApi.moveGroup, { body: { groupId: made.id, targetPosition: 0 } })
    expect(await groupNames()).toEqual(['楼盘', '意向等级', '客户阶段', '需求'])
    const body = { id: made.id, name: '户型', single: false, version: 1 }
    expect(await here.zhao.call(tagApi.updateGroup, { body })).toMatchObject({ name: '户型', tagCount: 1, version: 2 })
    expect(await here.zhao.refused(tagApi.updateGroup, { body })).toMatchObject({ code: 40902 })
    expect(await here.zhao.refused(tagApi.createGroup, { body: { name: '需求', single: true } })).toMatchObject({
      data: { fields: { name: '分组名称已存在' } },
    })

    await here.zhao.call(tagApi.removeGroup, { query: { id: made.id } })
    expect(await groupNames()).toEqual(['意向等级', '客户阶段', '需求'])
    expect(await listed(tag.id)).toMatchObject({ groupId: null, groupName: null })
  })

  test('twenty are the most', async () => {
    for (let n = 3; n < 20; n += 1) await group(`分组${n}`, false)

    expect(await here.zhao.refused(tagApi.createGroup, { body: { name: '再一个', single: false } })).toMatchObject({
      code: 42200,
      msg: '最多创建 20 个分组',
    })
  })

  test('one that becomes single-choice keeps double tags as 待整理 until one replaces them', async () => {
    const made = await group('户型', false)
    const [three, four] = [await make('三房', { groupId: made.id }), await make('四房', { groupId: made.id })]
    const [both, one] = [await here.write('小满', '在吗'), await here.write('小陈', '在吗')]
    await bind(both, three.id, four.id)
    await bind(one, three.id)

    const body = { id: made.id, name: '户型', single: true, version: 1 }
    expect(await here.zhao.call(tagApi.updateGroup, { body })).toMatchObject({ single: true, conflicts: 1 })
    expect(await held(both)).toEqual(['三房', '四房'])

    await here.lin.call(customerApi.unbindTags, { body: { customerId: both, tagIds: [three.id] } })
    await bind(one, four.id)
    expect(await held(one)).toEqual(['四房'])
    expect((await here.zhao.call(tagApi.listGroups, {})).find(({ id }) => id === made.id)?.conflicts).toBe(0)
  })

  test('the database keeps two tags of a single-choice group apart', async () => {
    const { id: groupId } = await group('户型', true)
    const [three, four] = [await make('三房', { groupId }), await make('四房', { groupId })]
    const customerId = await here.write('小满', '在吗')
    await bind(customerId, three.id)
    const row = { entId: here.zhao.entId, customerId, tagId: four.id, boundAt: here.clock.now() }

    await expect(here.db.sql.insert(customerTag).values(row)).rejects.toMatchObject({
      cause: { constraint: 'customer_tag_single' },
    })
  })
})

test('a change of tags does not wait for an agent who moves a customer to a stage', async () => {
  await here.db.transaction(async ({ sql }) => {
    await shareCustomerSetting(sql, here.zhao.entId)
    expect(await make('三房')).toMatchObject({ name: '三房' })
  })
})

test('changes are in the audit log, with what they changed', async () => {
  // The log is ordered by time.
  const next = () => here.clock.advance(1_000)
  const { id: groupId } = await group('户型', false)
  next()
  const from = await make('三房', { groupId })
  next()
  const to = await make('四房')
  const body = { id: from.id, version: 1, name: '三居', color: 'red', groupId: null } as const
  next()
  await here.zhao.call(tagApi.update, { body })
  next()
  await here.zhao.call(tagApi.merge, { body: { fromId: from.id, toId: to.id } })
  next()
  await here.zhao.call(tagApi.batch, { body: { ids: [to.id], action: 'delete' } })
  next()
  await here.zhao.call(tagApi.updateGroup, { body: { id: groupId, name: '户型', single: true, version: 1 } })
  await here.zhao.call(tagApi.removeGroup, { query: { id: groupId } })

  const customerId = await here.write('小满', '在吗')
  await here.zhao.call(tagApi.createBind, { body: { customerId, name: '五房' } })

  const seen = async (endpoint: Endpoint) => auditEntries(here.db, endpoint)
  expect(await seen(tagApi.createGroup)).toMatchObject([{ objectName: '户型', after: { name: '户型', single: '否' } }])
  expect(await seen(tagApi.create)).toMatchObject([
    { objectName: '三房', after: { name: '三房', color: '蓝', group: '户型' } },
    { objectName: '四房' },
    { objectName: '五房' },
  ])
  expect(await seen(tagApi.createBind)).toHaveLength(3)
  expect(await seen(tagApi.update)).toMatchObject([
    { before: { name: '三房', color: '蓝', group: '户型' }, after: { name: '三居', color: '红' } },
  ])
  expect(await seen(tagApi.merge)).toMatchObject([{ objectName: '三居', after: { mergedInto: '四房' } }])
  expect(await seen(tagApi.remove)).toMatchObject([{ objectName: '四房' }])
  expect((await seen(tagApi.batch)).map(({ action }) => action)).toEqual(['tag.edit', 'tag.remove'])
  expect(await seen(tagApi.updateGroup)).toMatchObject([{ before: { single: '否' }, after: { single: '是' } }])
  expect(await seen(tagApi.removeGroup)).toMatchObject([{ objectName: '户型' }])
})

test('tags and groups are changed with tag:settingsEdit only, and another enterprise’s look absent', async () => {
  const { id: groupId } = await group('户型', true)
  const [tag, other] = [await make('三房', { groupId }), await make('四房')]
  const absent = { code: 40401 }

  expect(await here.lin.refused(tagApi.create, { body: { name: '甲' } })).toMatchObject({ code: 40301 })
  expect((await here.rival.call(tagApi.list, { body: {} })).map(({ id }) => id)).not.toContain(tag.id)
  const { rival } = here
  expect(await absentForRival(rival, tagApi.create, { body: { name: '甲', groupId } })).toMatchObject(absent)
  const body = { id: tag.id, name: '甲', version: 1 }
  expect(await absentForRival(rival, tagApi.update, { body })).toMatchObject(absent)
  expect(await absentForRival(rival, tagApi.remove, { query: { id: tag.id } })).toMatchObject(absent)
  expect(await absentForRival(rival, tagApi.merge, { body: { fromId: tag.id, toId: other.id } })).toMatchObject(absent)
  expect(await absentForRival(rival, tagApi.batch, { body: { ids: [tag.id], action: 'move', groupId } })).toMatchObject(
    absent,
  )
  expect(
    await absentForRival(rival, tagApi.updateGroup, { body: { id: groupId, name: '甲', single: true, version: 1 } }),
  ).toMatchObject(absent)
  expect(await absentForRival(rival, tagApi.moveGroup, { body: { groupId, targetPosition: 0 } })).toMatchObject(absent)
  expect(await absentForRival(rival, tagApi.removeGroup, { query: { id: groupId } })).toMatchObject(absent)
})
