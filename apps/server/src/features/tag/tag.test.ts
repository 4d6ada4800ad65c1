import { customerApi, type CustomerId, messageApi, tagApi, type TagGroupId, type TagId } from '@ruwu/contract'
import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { customer, customerTag, tag, tagGroup } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { type WorkbenchWorld, workbenchWorld, openWorkbench } from '../../testing/workbench-world.ts'
import type { Person } from '../../testing/person.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

let here: WorkbenchWorld
let customerId: CustomerId

beforeEach(async () => {
  here = await workbenchWorld()
  customerId = await here.write('小满', '在吗')
})

const groupNamed = async (name: string): Promise<TagGroupId> => {
  const [row] = await here.db.sql
    .select()
    .from(tagGroup)
    .where(and(eq(tagGroup.entId, here.zhao.entId), eq(tagGroup.name, name)))
  return row!.id
}

async function addTag(name: string, groupId: TagGroupId | null = null, { entId }: Person = here.zhao): Promise<TagId> {
  const now = here.clock.now()
  const id = newId<TagId>(now)
  const row = { entId, id, name, color: 'blue', groupId, kind: 'manual', createdAt: now, updatedAt: now } as const
  await here.db.sql.insert(tag).values(row)
  return id
}

/** Tags of the customer, as the row has them and as their own rows have them; the system's left out. */
async function heldTags(id = customerId): Promise<string[]> {
  const names = new Map((await here.zhao.call(tagApi.list, { body: {} })).map((each) => [each.id, each]))
  const [row] = await here.db.sql.select().from(customer).where(eq(customer.id, id))
  const rows = await here.db.sql.select().from(customerTag).where(eq(customerTag.customerId, id))
  expect(new Set(rows.map((each) => each.tagId))).toEqual(new Set(row?.tagIds))
  return (row?.tagIds ?? []).flatMap((tagId) => {
    const held = names.get(tagId)
    return held && held.kind !== 'system' ? [held.name] : []
  })
}

const lineTexts = async (person = here.zhao) => {
  const { items } = await person.call(messageApi.list, { body: { customerId } })
  return items.filter((item) => item.senderKind === 'system').map((item) => item.content.text)
}

test('an enterprise begins with three groups and the system’s own tags, which nobody binds by hand', async () => {
  const tags = await here.lin.call(tagApi.list, { body: {} })

  expect(tags.map((each) => [each.name, each.kind])).toEqual(
    ['已开口', '已留资', '已复制微信', '已提交留资卡', '高意向', '无意向', '黑名单', '广告进线'].map((name) => [
      name,
      'system',
    ]),
  )
  expect(await here.db.sql.select().from(tagGroup).where(eq(tagGroup.entId, here.zhao.entId))).toHaveLength(3)
  const body = { customerId, tagIds: [tags[1]!.id] }
  const refusal = { code: 42200, msg: '系统标签由系统自动维护' }
  expect(await here.lin.refused(customerApi.bindTags, { body })).toMatchObject(refusal)
  expect(await here.lin.refused(customerApi.unbindTags, { body })).toMatchObject(refusal)
})

describe('binding', () => {
  test('is seen on every open screen, with a line that says who did it', async () => {
    const [quote, sample] = [await addTag('要报价'), await addTag('要样品')]
    const screen = await openWorkbench(here.wei, customerId)

    const item = await here.lin.call(customerApi.bindTags, { body: { customerId, tagIds: [quote, sample] } })

    expect(item.tagIds.slice(-2)).toEqual([quote, sample])
    expect(await heldTags()).toEqual(['要报价', '要样品'])
    expect(await lineTexts()).toEqual(['林小满 添加了标签：要报价、要样品'])
    expect(await screen.events()).toContainEqual(
      expect.objectContaining({ type: 'cus_tags_bind', tagIds: [quote, sample], operatorId: here.lin.id }),
    )
    await screen.agrees()
  })

  test('binding a tag twice changes nothing and emits nothing', async () => {
    const quote = await addTag('要报价')
    await here.lin.call(customerApi.bindTags, { body: { customerId, tagIds: [quote] } })
    const screen = await openWorkbench(here.wei, customerId)

    await here.lin.call(customerApi.bindTags, { body: { customerId, tagIds: [quote] } })

    expect(await screen.events()).toEqual([])
    expect(await lineTexts()).toHaveLength(1)
  })

  test('one of a single-choice group takes the other one’s place', async () => {
    const group = await groupNamed('意向等级')
    const [high, low] = [await addTag('A类', group), await addTag('B类', group)]
    await here.lin.call(customerApi.bindTags, { body: { customerId, tagIds: [high] } })
    const screen = await openWorkbench(here.wei, customerId)

    await here.lin.call(customerApi.bindTags, { body: { customerId, tagIds: [low] } })

    expect(await heldTags()).toEqual(['B类'])
    expect((await lineTexts()).at(-1)).toBe('林小满 添加了标签：B类，移除了标签：A类')
    await screen.agrees()
  })

  test('twenty are the most, the system’s own not counted', async () => {
    const ids: TagId[] = []
    for (let n = 0; n < 21; n += 1) ids.push(await addTag(`标签${n}`))
    await here.lin.call(customerApi.bindTags, { body: { customerId, tagIds: ids.slice(0, 20) } })

    expect(await here.lin.refused(customerApi.bindTags, { body: { customerId, tagIds: ids.slice(20) } })).toMatchObject(
      {
        code: 42200,
        msg: '每位客户最多 20 个标签',
      },
    )
    expect(await heldTags()).toHaveLength(20)
  })

  test('of a single-choice group by two agents at once leaves one', async () => {
    const group = await groupNamed('意向等级')
    const [high, low] = [await addTag('A类', group), await addTag('B类', group)]

    await Promise.all([
      here.lin.call(customerApi.bindTags, { body: { customerId, tagIds: [high] } }),
      here.wei.call(customerApi.bindTags, { body: { customerId, tagIds: [low] } }),
    ])

    expect(await heldTags()).toHaveLength(1)
  })

  test('is refused without the permission, and another enterprise’s ids look absent', async () => {
    const quote = await addTag('要报价')
    const foreign = await addTag('对手的', null, here.rival)
    const reader = await (await here.hire('只看', ['im:viewPage'])).signIn()

    expect(await reader.refused(customerApi.bindTags, { body: { customerId, tagIds: [quote] } })).toMatchObject({
      code: 40301,
    })
    expect(
      await here.lin.refused(customerApi.bindTags, { body: { customerId, tagIds: [quote, foreign] } }),
    ).toMatchObject({ code: 40401, msg: '标签不存在或已删除' })
    const absent = { code: 40401, msg: '客户不存在或已删除' }
    const body = { customerId, tagIds: [foreign] }
    expect(await absentForRival(here.rival, customerApi.bindTags, { body })).toMatchObject(absent)
    expect(await absentForRival(here.rival, customerApi.unbindTags, { body })).toMatchObject(absent)
    expect(await heldTags()).toEqual([])
  })
})

test('taking a tag away is seen everywhere, and twice at once is one change', async () => {
  const quote = await addTag('要报价')
  await here.lin.call(customerApi.bindTags, { body: { customerId, tagIds: [quote] } })
  const screen = await openWorkbench(here.zhao, customerId)

  await Promise.all([1, 2].map(() => here.lin.call(customerApi.unbindTags, { body: { customerId, tagIds: [quote] } })))

  expect(await heldTags()).toEqual([])
  expect((await screen.events()).filter((event) => event.type === 'cus_tags_unbind')).toHaveLength(1)
  await screen.agrees()
})

describe('making a tag while binding it', () => {
  test('tells lists of tags and the customer’s screens', async () => {
    const groupId = await groupNamed('需求')
    const screen = await openWorkbench(here.lin, customerId)

    const made = await here.zhao.call(tagApi.createBind, { body: { customerId, name: '全屋定制', groupId } })

    expect(made.tag).toMatchObject({
      name: '全屋定制',
      groupName: '需求',
      single: false,
      kind: 'manual',
      color: 'blue',
    })
    expect(made.customer.tagIds).toContain(made.tag.id)
    expect((await screen.events()).map((event) => event.type)).toContain('tag_change')
    expect(await here.lin.call(tagApi.list, { body: { withUsage: false } })).toContainEqual(made.tag)
    await screen.agrees()
  })

  test('needs a name of its own whatever its case, also when two make it at once', async () => {
    const answers = await Promise.all(
      ['VIP', 'vip'].map((name) => here.zhao.request(tagApi.createBind, { body: { customerId, name } })),
    )

    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 40001])
    expect(answers.find((answer) => answer.code !== 1)).toMatchObject({
      data: { fields: { name: '标签名称已存在' } },
    })
    expect(await here.zhao.refused(tagApi.createBind, { body: { customerId, name: '已留资' } })).toMatchObject({
      msg: '标签名称已存在',
    })
    expect(await heldTags()).toHaveLength(1)
  })

  test('makes nothing when it can’t be bound', async () => {
    const before = await here.zhao.call(tagApi.list, { body: {} })
    const foreign = await here.db.sql.select().from(tagGroup).where(eq(tagGroup.entId, here.rival.entId))
    const unknown = newId<CustomerId>(here.clock.now())

    expect(await here.zhao.refused(tagApi.createBind, { body: { customerId: unknown, name: '甲' } })).toMatchObject({
      code: 40401,
    })
    expect(
      await here.zhao.refused(tagApi.createBind, { body: { customerId, name: '乙', groupId: foreign[0]!.id } }),
    ).toMatchObject({ msg: '标签分组不存在或已删除' })
    expect(await absentForRival(here.rival, tagApi.createBind, { body: { customerId, name: '丙' } })).toMatchObject({
      code: 40401,
    })
    expect(await here.zhao.call(tagApi.list, { body: {} })).toEqual(before)
  })

  test('needs the permission to make tags and the one to bind them', async () => {
    const maker = await (await here.hire('管标签', ['im:viewPage', 'tag:settingsEdit'])).signIn()
    const before = await here.zhao.call(tagApi.list, { body: {} })

    for (const person of [maker, here.lin])
      expect(await person.refused(tagApi.createBind, { body: { customerId, name: '甲' } })).toMatchObject({
        code: 40301,
      })
    expect(await here.zhao.call(tagApi.list, { body: {} })).toEqual(before)
  })

  test('two hundred are the most', async () => {
    for (let n = 0; n < 200; n += 1) await addTag(`标签${n}`)

    expect(await here.zhao.refused(tagApi.createBind, { body: { customerId, name: '再一个' } })).toMatchObject({
      code: 42200,
      msg: '最多创建 200 个标签',
    })
  })
})
