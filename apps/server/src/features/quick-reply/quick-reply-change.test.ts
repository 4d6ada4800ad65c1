import { type OwnerType, quickReplyApi, type QuickReplyGroupId, type QuickReplyId } from '@ruwu/contract'
import { beforeEach, expect, test } from 'vitest'
import { auditEntries } from '../../testing/audit-entries.ts'
import type { Person } from '../../testing/person.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'
import { materialWorld } from '../../testing/material-world.ts'
import { world, type World } from '../../testing/world.ts'

let here: World

beforeEach(async () => {
  here = await world()
})

const addGroup = async (person: Person, title: string, ownerType: OwnerType = 'enterprise') =>
  (await person.call(quickReplyApi.createGroup, { body: { ownerType, title } })).id

const addReply = (person: Person, groupId: QuickReplyGroupId, title: string, fields: object = {}) =>
  person.call(quickReplyApi.create, { body: { groupId, title, content: `${title}的内容`, ...fields } })

/** Groups with the titles of their replies, in order. */
async function shelf(person: Person, ownerType: OwnerType = 'enterprise') {
  const { entGroups, agentGroups } = await person.call(quickReplyApi.groupReplies, {})
  return (ownerType === 'enterprise' ? entGroups : agentGroups).map((group) => [
    group.title,
    ...group.replies.map((reply) => reply.title),
  ])
}

test('an administrator writes the enterprise’s library and open consoles hear of it', async () => {
  const { zhao, lin } = here
  const screen = await lin.connect()

  const groupId = await addGroup(zhao, '售前')
  const reply = await addReply(zhao, groupId, '报价', { code: 'BJ1', sources: ['douyin', 'douyin'] })

  expect(reply).toMatchObject({ code: 'bj1', sources: ['douyin'], uses: 0, updatedByName: zhao.name, version: 1 })
  await screen.roundTrip()
  expect(screen.take('message').map(({ content }) => content.type)).toEqual([
    'quick_reply_change',
    'quick_reply_change',
  ])
  expect(await shelf(lin)).toEqual([['售前', '报价']])
})

test('an agent’s own library is their business alone', async () => {
  const { lin, wei } = here
  const screen = await wei.connect()

  const groupId = await addGroup(lin, '林的', 'agent')
  const { id } = await addReply(lin, groupId, '问候')

  await screen.roundTrip()
  expect(screen.take('message')).toEqual([])
  expect(await shelf(wei, 'agent')).toEqual([])
  const absent = { code: 40401 }
  expect(await wei.refused(quickReplyApi.remove, { body: { id } })).toMatchObject(absent)
  expect(await wei.refused(quickReplyApi.removeGroup, { body: { id: groupId } })).toMatchObject(absent)
  await lin.call(quickReplyApi.remove, { body: { id } })
  expect(await shelf(lin, 'agent')).toEqual([['林的']])
})

test('without the permission the enterprise’s library is read only', async () => {
  const { lin, zhao } = here
  const groupId = await addGroup(zhao, '售前')
  const { id, version } = await addReply(zhao, groupId, '报价')
  const fields = { groupId, title: '改', content: '改' }
  const refusals = [
    await lin.refused(quickReplyApi.createGroup, { body: { ownerType: 'enterprise', title: '新' } }),
    await lin.refused(quickReplyApi.updateGroup, { body: { id: groupId, title: '新' } }),
    await lin.refused(quickReplyApi.moveGroup, { body: { groupId, targetPosition: 0 } }),
    await lin.refused(quickReplyApi.removeGroup, { body: { id: groupId } }),
    await lin.refused(quickReplyApi.create, { body: fields }),
    await lin.refused(quickReplyApi.update, { body: { ...fields, id, version } }),
    await lin.refused(quickReplyApi.move, { body: { id, groupId, targetPosition: 0 } }),
    await lin.refused(quickReplyApi.remove, { body: { id } }),
  ]

  expect(new Set(refusals.map(({ code }) => code))).toEqual(new Set([40301]))
  expect(await shelf(lin)).toEqual([['售前', '报价']])
})

test('another enterprise’s groups and replies look absent', async () => {
  const { zhao, rival } = here
  const groupId = await addGroup(zhao, '售前')
  const { id, version } = await addReply(zhao, groupId, '报价')
  const own = await addGroup(rival, '自己的', 'agent')
  const fields = { groupId, title: '改', content: '改' }
  const absent = { code: 40401 }

  expect(await absentForRival(rival, quickReplyApi.updateGroup, { body: { id: groupId, title: '新' } })).toMatchObject(
    absent,
  )
  expect(await absentForRival(rival, quickReplyApi.moveGroup, { body: { groupId, targetPosition: 0 } })).toMatchObject(
    absent,
  )
  expect(await absentForRival(rival, quickReplyApi.removeGroup, { body: { id: groupId } })).toMatchObject(absent)
  expect(await absentForRival(rival, quickReplyApi.create, { body: fields })).toMatchObject(absent)
  expect(await absentForRival(rival, quickReplyApi.update, { body: { ...fields, id, version } })).toMatchObject(absent)
  expect(
    await absentForRival(rival, quickReplyApi.move, { body: { id, groupId: own, targetPosition: 0 } }),
  ).toMatchObject(absent)
  expect(await absentForRival(rival, quickReplyApi.remove, { body: { id } })).toMatchObject(absent)
  expect(await absentForRival(rival, quickReplyApi.copy, { body: { id } })).toMatchObject(absent)
  const mine = await addReply(rival, own, '问候')
  const into = { body: { ...fields, id: mine.id, version: mine.version } }
  expect(await rival.refused(quickReplyApi.update, into)).toMatchObject(absent)
  expect(await shelf(zhao)).toEqual([['售前', '报价']])
})

test('groups and replies are put in order, also replies across groups', async () => {
  const { zhao } = here
  const [a, b] = [await addGroup(zhao, '甲'), await addGroup(zhao, '乙')]
  const ids: QuickReplyId[] = []
  for (const title of ['一', '二', '三']) ids.push((await addReply(zhao, a, title)).id)

  await zhao.call(quickReplyApi.moveGroup, { body: { groupId: b, targetPosition: 0 } })
  await zhao.call(quickReplyApi.move, { body: { id: ids[2]!, groupId: a, targetPosition: 0 } })
  await zhao.call(quickReplyApi.move, { body: { id: ids[0]!, groupId: b, targetPosition: 9 } })

  expect(await shelf(zhao)).toEqual([
    ['乙', '一'],
    ['甲', '三', '二'],
  ])
})

test('moves at the same time leave every reply once, at its own place', async () => {
  const { zhao } = here
  const [a, b] = [await addGroup(zhao, '甲'), await addGroup(zhao, '乙')]
  const replies = []
  for (let n = 0; n < 6; n += 1) replies.push(await addReply(zhao, a, `第${n}条`))

  await Promise.all([
    ...replies.map(({ id }, n) =>
      zhao.call(quickReplyApi.move, { body: { id, groupId: n % 2 ? a : b, targetPosition: 0 } }),
    ),
    zhao.call(quickReplyApi.moveGroup, { body: { groupId: b, targetPosition: 0 } }),
    zhao.call(quickReplyApi.moveGroup, { body: { groupId: a, targetPosition: 0 } }),
  ])

  const groups = await shelf(zhao)
  expect(groups.flatMap(([, ...titles]) => titles).toSorted()).toEqual(replies.map(({ title }) => title).toSorted())
  expect(Object.fromEntries(groups.map(([title, ...titles]) => [title, titles.length]))).toEqual({ 甲: 3, 乙: 3 })
})

test('a reply stays in its library', async () => {
  const { zhao } = here
  const { id } = await addReply(zhao, await addGroup(zhao, '售前'), '报价')
  const groupId = await addGroup(zhao, '赵的', 'agent')

  expect(await zhao.refused(quickReplyApi.move, { body: { id, groupId, targetPosition: 0 } })).toMatchObject({
    code: 42200,
    msg: '只能移到同一个快捷回复库的分组',
  })
})

test('a saved reply says what the platforms may object to', async () => {
  const { zhao } = here
  const groupId = await addGroup(zhao, '售前')

  const saved = await addReply(zhao, groupId, '联系', { content: '加我微信 ruwu2026 详聊' })

  expect(saved.warnings.join()).toContain('平台规定联系方式只能通过卡片发送')
  expect((await addReply(zhao, groupId, '报价')).warnings).toEqual([])
})

test('a code is taken once per library, whatever its case', async () => {
  const { zhao, lin } = here
  const groupId = await addGroup(zhao, '售前')
  await addReply(zhao, groupId, '报价', { code: 'bj' })
  const taken = { code: 40001, data: { fields: { code: '快捷码已被使用' } } }
  const second = await addReply(zhao, groupId, '别的')

  expect(
    await zhao.refused(quickReplyApi.create, { body: { groupId, title: '再', content: '再', code: 'BJ' } }),
  ).toMatchObject(taken)
  const edit = { id: second.id, version: 1, groupId, title: '别的', content: '别的', code: 'bj' }
  expect(await zhao.refused(quickReplyApi.update, { body: edit })).toMatchObject(taken)
  expect((await addReply(lin, await addGroup(lin, '林的', 'agent'), '报价', { code: 'bj' })).code).toBe('bj')
})

test('a form is saved against the version it loaded', async () => {
  const { zhao } = here
  const groupId = await addGroup(zhao, '售前')
  const { id, version } = await addReply(zhao, groupId, '报价')
  const edit = (title: string) => ({ body: { id, version, groupId, title, content: '新' } })

  const results = await Promise.all(['甲', '乙'].map((title) => zhao.request(quickReplyApi.update, edit(title))))

  expect(results.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1, 40902])
  expect(results.find(({ code }) => code === 40902)?.msg).toBe(`内容已被 ${zhao.name} 更新，请刷新后重试`)
})

test('an edit can move a reply to the end of another group', async () => {
  const { zhao } = here
  const [a, b] = [await addGroup(zhao, '甲'), await addGroup(zhao, '乙')]
  await addReply(zhao, b, '旧')
  const { id, version } = await addReply(zhao, a, '报价')

  await zhao.call(quickReplyApi.update, { body: { id, version, groupId: b, title: '报价', content: '新' } })

  expect(await shelf(zhao)).toEqual([['甲'], ['乙', '旧', '报价']])
})

test('a group is renamed, its name is unique, and its replies go with it', async () => {
  const { zhao } = here
  const a = await addGroup(zhao, '甲')
  await addGroup(zhao, '乙')
  await addReply(zhao, a, '报价')

  expect(await zhao.refused(quickReplyApi.updateGroup, { body: { id: a, title: '乙' } })).toMatchObject({
    data: { fields: { title: '分组名已存在' } },
  })
  await zhao.call(quickReplyApi.updateGroup, { body: { id: a, title: '丙' } })
  expect(await shelf(zhao)).toEqual([['丙', '报价'], ['乙']])
  await zhao.call(quickReplyApi.removeGroup, { body: { id: a } })
  expect(await shelf(zhao)).toEqual([['乙']])
})

test('the 51st group is refused, also when two come at once', async () => {
  const { zhao } = here
  for (let n = 0; n < 49; n += 1) await addGroup(zhao, `组${n}`)

  const results = await Promise.all(
    ['甲', '乙'].map((title) => zhao.request(quickReplyApi.createGroup, { body: { ownerType: 'enterprise', title } })),
  )

  expect(results.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([1, 42200])
  expect(results.find(({ code }) => code !== 1)?.msg).toBe('每个快捷回复库最多 50 个分组')
})

test('a reply of the enterprise is copied to the own library, without a code that is taken there', async () => {
  const { zhao, lin } = here
  const { id } = await addReply(zhao, await addGroup(zhao, '售前'), '报价', { code: 'bj', sources: ['redbook'] })

  const first = await lin.call(quickReplyApi.copy, { body: { id } })
  const second = await lin.call(quickReplyApi.copy, { body: { id } })

  expect(first).toMatchObject({ title: '报价', code: 'bj', sources: ['redbook'] })
  expect(second.code).toBe('')
  expect(await shelf(lin, 'agent')).toEqual([['我的收藏', '报价', '报价']])
})

test('a new reply without a group goes to the own library, whose first group is made with it', async () => {
  const { lin } = here
  const create = (title: string) =>
    lin.call(quickReplyApi.create, { body: { groupId: null, title, content: '每平 1280 元' } })

  await create('报价')
  await create('工期')

  expect(await shelf(lin, 'agent')).toEqual([['我的收藏', '报价', '工期']])
})

test.each([
  ['no title', { title: ' ' }, 'title', '请输入标题'],
  ['a long title', { title: '标'.repeat(31) }, 'title', '标题最多 30 个字'],
  ['nothing to say', { content: '' }, 'content', '请输入内容'],
  ['a long content', { content: '内'.repeat(1001) }, 'content', '内容最多 1000 个字'],
  ['a code of other letters', { code: '报价' }, 'code', '快捷码只能包含字母和数字'],
  ['four parts', { parts: Array.from({ length: 4 }, () => ({ type: 'image', url: '/x' })) }, 'parts', '最多 3 个附件'],
  [
    'a picture from elsewhere',
    { parts: [{ type: 'image', url: 'https://example.com/a.png' }] },
    'parts',
    '图片或卡片不存在或已删除',
  ],
])('%s is refused and changes nothing', async (_what, change, field, msg) => {
  const { zhao } = here
  const groupId = await addGroup(zhao, '售前')
  const body = { groupId, title: '报价', content: '内容', ...change } as never

  expect(await zhao.refused(quickReplyApi.create, { body })).toMatchObject({
    code: 40001,
    data: { fields: { [field]: msg } },
  })
  expect(await shelf(zhao)).toEqual([['售前']])
})

test('pictures and cards follow a text; those of another enterprise are refused', async () => {
  const { zhao, rival, bindDouyin, upload, addCard } = await materialWorld()
  const groupId = await addGroup(zhao, '售前')
  const [url, materialId] = [await upload(zhao), await addCard(await bindDouyin(zhao), { title: '免费量尺' })]
  const parts = [
    { type: 'image' as const, url },
    { type: 'card' as const, materialId, title: 'x' },
  ]

  const reply = await zhao.call(quickReplyApi.create, { body: { groupId, title: '名片', parts } })

  expect(reply.parts).toEqual([parts[0], { ...parts[1], title: '免费量尺' }])
  const own = await addGroup(rival, '我', 'agent')
  for (const part of parts)
    expect(
      await rival.refused(quickReplyApi.create, { body: { groupId: own, title: '偷', parts: [part] } }),
    ).toMatchObject({ data: { fields: { parts: '图片或卡片不存在或已删除' } } })
})

test('changes of the enterprise’s library are recorded, those of an own one are not', async () => {
  const { zhao, db, clock } = here
  for (const ownerType of ['enterprise', 'agent'] as const) {
    const id = await addGroup(zhao, '售前', ownerType)
    // Entries of one millisecond have no order.
    clock.advance(1000)
    await zhao.call(quickReplyApi.updateGroup, { body: { id, title: '报价' } })
    const reply = await addReply(zhao, id, '价格')
    clock.advance(1000)
    const edit = { id: reply.id, version: 1, groupId: id, title: '价格', content: '致电 13800001234' }
    await zhao.call(quickReplyApi.update, { body: edit })
    await zhao.call(quickReplyApi.remove, { body: { id: reply.id } })
    await zhao.call(quickReplyApi.removeGroup, { body: { id } })
  }

  expect(await auditEntries(db, quickReplyApi.createGroup)).toHaveLength(2)
  expect(await auditEntries(db, quickReplyApi.updateGroup)).toMatchObject([
    { objectName: '售前' },
    { before: { name: '售前' }, after: { name: '报价' } },
  ])
  expect(await auditEntries(db, quickReplyApi.create)).toHaveLength(2)
  expect((await auditEntries(db, quickReplyApi.update))[1]).toMatchObject({
    objectName: '价格',
    before: { content: '价格的内容' },
    after: { content: '致电 138****1234' },
  })
  expect(await auditEntries(db, quickReplyApi.remove)).toHaveLength(1)
  expect(await auditEntries(db, quickReplyApi.removeGroup)).toMatchObject([
    { objectName: '报价', after: { count: '0' } },
  ])
})
