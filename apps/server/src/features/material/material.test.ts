import { automationRuleApi, cardRuleApi, flowApi, materialApi, type MaterialId, type RelationId } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { PlatformError } from '../../channels/platform-error.ts'
import { material } from '../../db/schema/index.ts'
import type { Person } from '../../testing/person.ts'
import { materialWorld } from '../../testing/material-world.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'

const draft = (relationId: RelationId, image: string, change: object = {}) => ({
  body: {
    relationId,
    type: 'lead_form' as const,
    name: '量尺卡',
    title: '免费量尺',
    image,
    fields: ['phone' as const, 'name' as const],
    ...change,
  },
})

const page = (person: Person, filter: object = {}) => person.call(materialApi.page, { body: filter })

const edit = (id: MaterialId, version: number, change: object = {}) => ({
  body: { id, version, name: '新名称', ...change },
})

const rule = (relationId: RelationId, ...materialIds: MaterialId[]) => ({
  body: { relationId, name: '首次进线', trigger: { type: 'first_enter' as const }, materialIds },
})

test('a new lead card goes to the platform with its picture, then into the list, and open lists hear of it', async () => {
  const { zhao, wei, bindDouyin, douyin, upload } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  const image = await upload(zhao)
  const screen = await wei.connect()

  const card = await zhao.call(materialApi.save, draft(relationId, image, { agentIds: [wei.id] }))

  expect(douyin.asked).toEqual([expect.stringMatching(/^upload image\/png \d+$/), 'save 免费量尺'])
  expect(card).toMatchObject({
    relationId,
    source: 'douyin',
    type: 'lead_form',
    platformId: 'card-1',
    title: '免费量尺',
    image,
    fields: ['name', 'phone'],
    agentIds: [wei.id],
    auditStatus: 'pending',
    version: 1,
  })
  expect((await page(zhao, { relationId })).items).toEqual([card])
  await screen.roundTrip()
  expect(screen.take('message').map((frame) => frame.content.type)).toEqual(['material_change'])
})

test('what the platform refuses changes nothing here, and its reason is read', async () => {
  const { zhao, bindDouyin, douyin, upload, addCard } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  const image = await upload(zhao)
  const id = await addCard(relationId)
  const before = await page(zhao)
  douyin.refusal = new PlatformError('words_refused', { platformCode: '2100' })

  const refusals = [
    await zhao.refused(materialApi.save, draft(relationId, image)),
    await zhao.refused(materialApi.update, edit(id, 1, { title: '新标题', image, fields: ['phone'] })),
    await zhao.refused(materialApi.remove, { query: { id } }),
    await zhao.refused(materialApi.sync, { body: { relationId } }),
  ]

  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ code: 42202, data: { platformCode: '2100' }, msg: expect.stringMatching(/\S/) })
  }
  expect(await page(zhao)).toEqual(before)
})

test('a picture must be ours, a picture, and small; agents must exist; redbook cards are made on the platform', async () => {
  const { zhao, rival, bindDouyin, bindRedbook, upload, douyin } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  const image = await upload(zhao)
  const problemOf = async (change: object, picture = image) =>
    ((await zhao.refused(materialApi.save, draft(relationId, picture, change))).data as { fields: object }).fields

  expect(await problemOf({}, await upload(rival))).toEqual({ image: '图片不存在或已删除' })
  expect(await problemOf({}, 'https://example.com/a.png')).toEqual({ image: '图片不存在或已删除' })
  expect(await problemOf({}, await upload(zhao, 'no picture'))).toEqual({ image: '图片只支持 jpg、png 格式' })
  const large = new Uint8Array(2 * 1024 * 1024 + 1)
  large.set([0xff, 0xd8, 0xff, 0xe0])
  expect(await problemOf({}, await upload(zhao, large))).toEqual({ image: '图片不能超过 2MB' })
  expect(await problemOf({ agentIds: [rival.id] })).toEqual({ agentIds: '所选客服不存在或已删除' })
  expect(await problemOf({ fields: ['name'] })).toEqual({ fields: '手机号为必选字段' })
  expect(await problemOf({ title: '' })).toEqual({ title: '请输入标题' })
  expect(douyin.asked).toEqual([])
  expect(await zhao.refused(materialApi.save, draft(await bindRedbook(zhao), image))).toMatchObject({ code: 42200 })
})

test('own fields are edited on every card, platform fields only where cards are made from here', async () => {
  const { zhao, bindRedbook, addCard, redbook } = await materialWorld()
  const id = await addCard(await bindRedbook(zhao), { type: 'contact' })

  const saved = await zhao.call(
    materialApi.update,
    edit(id, 1, { afterText: '稍后联系您', expireAt: '2026-04-01T00:00:00.000Z', enabled: false }),
  )

  expect(saved).toMatchObject({ name: '新名称', afterText: '稍后联系您', enabled: false, version: 2 })
  expect(saved.expireAt).toBe('2026-04-01T00:00:00.000Z')
  expect(redbook.asked).toEqual([])
  expect(await zhao.refused(materialApi.update, edit(id, 2, { title: '新标题' }))).toMatchObject({ code: 42200 })
  expect(await zhao.call(materialApi.enable, { body: { id, enabled: true } })).toMatchObject({
    enabled: true,
    version: 3,
  })
})

test('an approved card that is edited is under review again and stays usable meanwhile', async () => {
  const { zhao, clock, bindDouyin, douyin, upload } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  const card = await zhao.call(materialApi.save, draft(relationId, await upload(zhao)))
  const judge = async (state: 'usable' | 'refused') => {
    const listed = douyin.cards.get('card-1')
    if (listed) listed.state = state
    clock.advance(1000)
    return zhao.call(materialApi.sync, { body: { relationId } })
  }
  expect((await page(zhao, { usable: true })).total).toBe(0)
  expect(await judge('usable')).toEqual({ added: 0, changed: 1, removed: 0 })
  expect((await page(zhao, { usable: true })).items).toMatchObject([{ auditStatus: 'passed' }])

  const { version } = (await page(zhao)).items[0] ?? card
  await zhao.call(materialApi.update, edit(card.id, version, { title: '新标题', image: card.image, fields: ['phone'] }))

  expect(douyin.asked.filter((each) => each.startsWith('upload'))).toHaveLength(1)
  expect((await page(zhao, { usable: true, status: 'pending' })).items).toMatchObject([
    { title: '新标题', auditStatus: 'pending', version: version + 1 },
  ])
  await judge('refused')
  expect((await page(zhao, { status: 'rejected' })).items).toMatchObject([{ auditReason: '平台审核未通过' }])
  expect((await page(zhao, { usable: true })).total).toBe(0)
})

test('two edits at once: one reaches the platform, the other is stale', async () => {
  const { zhao, bindDouyin, douyin, upload } = await materialWorld()
  const card = await zhao.call(materialApi.save, draft(await bindDouyin(zhao), await upload(zhao)))

  const answers = await Promise.all(
    ['甲', '乙'].map((title) => zhao.request(materialApi.update, edit(card.id, 1, { title }))),
  )

  expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([1, 40902])
  expect(douyin.asked.filter((each) => each.startsWith('save'))).toHaveLength(2)
  expect((await page(zhao)).items[0]?.title).toBe(douyin.cards.get('card-1')?.title)
})

test('a card that a rule sends is not removed', async () => {
  const { zhao, bindDouyin, addCard } = await materialWorld()
  const id = await addCard(await bindDouyin(zhao))
  await zhao.call(automationRuleApi.save, {
    body: {
      name: '发卡',
      accountIds: [],
      event: { type: 'message_in' },
      conditions: { op: 'all', items: [] },
      actions: [{ type: 'send', params: { type: 'card', materialId: id } }],
      stopOnMatch: false,
      intervalMinutes: 0,
      status: 'on',
    },
  })

  expect(await zhao.refused(materialApi.remove, { query: { id } })).toMatchObject({
    data: { usedBy: ['规则「发卡」'] },
  })
})

test('a card that a flow sends is not removed, also while it is in the draft alone', async () => {
  const { zhao, bindDouyin, addCard } = await materialWorld()
  const materialId = await addCard(await bindDouyin(zhao))
  const made = await zhao.call(flowApi.create, { body: { name: '发卡流程' } })
  const card = { id: 'card', x: 0, y: 0, type: 'card' as const, data: { materialId } }
  const graph = { ...made.graph, nodes: [...made.graph.nodes, card] }
  await zhao.call(flowApi.save, { body: { id: made.id, graph, accountIds: [], version: made.version } })

  expect(await zhao.refused(materialApi.remove, { query: { id: materialId } })).toMatchObject({
    data: { usedBy: ['工作流「发卡流程」'] },
  })
})

test('a used card is not removed and says where; an unused one leaves the platform first', async () => {
  const { zhao, bindDouyin, bindRedbook, douyin, addCard } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  const id = await addCard(relationId)
  const { id: ruleId } = await zhao.call(cardRuleApi.save, rule(relationId, id))

  expect(await zhao.refused(materialApi.remove, { query: { id } })).toMatchObject({
    code: 40903,
    data: { usedBy: ['发卡规则「首次进线」'] },
  })
  expect(douyin.asked).toEqual([])
  await zhao.call(cardRuleApi.remove, { query: { id: ruleId } })
  await zhao.call(materialApi.remove, { query: { id } })

  expect(douyin.asked).toEqual(['remove platform-1'])
  expect((await page(zhao)).items).toEqual([])
  const ofPlatform = await addCard(await bindRedbook(zhao))
  expect(await zhao.refused(materialApi.remove, { query: { id: ofPlatform } })).toMatchObject({ code: 42200 })
})

test('removed and taken up by a rule at once: never a rule without its card', async () => {
  const { zhao, bindDouyin, addCard } = await materialWorld()
  const relationId = await bindDouyin(zhao)

  for (let round = 0; round < 5; round += 1) {
    const id = await addCard(relationId)
    const [removed, saved] = await Promise.all([
      zhao.request(materialApi.remove, { query: { id } }),
      zhao.request(cardRuleApi.save, rule(relationId, id)),
    ])
    expect([removed.code, saved.code].toSorted((a, b) => a - b)).toEqual(saved.code === 1 ? [1, 40903] : [1, 40001])
  }
})

test('a sync takes over every type and page, tells what changed, and marks what is gone', async () => {
  const { zhao, clock, bindRedbook, redbook } = await materialWorld()
  const relationId = await bindRedbook(zhao)
  for (let number = 1; number <= 60; number += 1) redbook.put({ cardId: `note-${number}`, cardType: 'note' })
  redbook.put({ cardId: 'wx', cardType: 'contact', title: '', coverUrl: 'https://img.example/1.png' })
  const sync = () => {
    clock.advance(1000)
    return zhao.call(materialApi.sync, { body: { relationId } })
  }

  expect(await sync()).toEqual({ added: 61, changed: 0, removed: 0 })
  expect(redbook.asked).toContain('list note 2')
  expect((await page(zhao, { type: 'contact' })).items).toMatchObject([
    { name: '名片', image: 'https://img.example/1.png', auditStatus: 'passed' },
  ])
  expect(await sync()).toEqual({ added: 0, changed: 0, removed: 0 })

  redbook.cards.delete('note-1')
  redbook.put({ cardId: 'note-2', cardType: 'note', title: '新笔记' })
  expect(await sync()).toEqual({ added: 0, changed: 1, removed: 1 })
  expect((await page(zhao, { keyword: 'note-1', pageSize: 100 })).items.filter((each) => each.isRemoved)).toMatchObject(
    [{ platformId: 'note-1' }],
  )
  redbook.put({ cardId: 'note-1', cardType: 'note' })
  expect(await sync()).toEqual({ added: 0, changed: 1, removed: 0 })
})

test('two syncs at once add each card once; a card made while the platform is asked is not taken for gone', async () => {
  const { zhao, db, bindDouyin, douyin, addCard } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  douyin.put({ cardId: 'a' })
  const { promise, resolve: goOn } = Promise.withResolvers<void>()
  douyin.pause = promise

  const answers = Promise.all([1, 2].map(() => zhao.call(materialApi.sync, { body: { relationId } })))
  const made = await addCard(relationId)
  goOn()

  expect((await answers).reduce((sum, { added }) => sum + added, 0)).toBe(1)
  const rows = await db.sql.select().from(material)
  expect(rows).toHaveLength(2)
  expect(rows.find((row) => row.id === made)?.isRemoved).toBe(false)
})

test('a page beyond the end is the last one; filters and signs of patterns in a keyword', async () => {
  const { zhao, bindDouyin, bindRedbook, addCard } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  for (let number = 0; number < 21; number += 1) await addCard(relationId)
  await addCard(await bindRedbook(zhao), { type: 'contact', name: '50%_名片', enabled: false })

  expect(await page(zhao, { page: 9 })).toMatchObject({ total: 22, page: 2, items: [{}, {}] })
  expect(await page(zhao, { source: 'redbook' })).toMatchObject({ total: 1 })
  expect(await page(zhao, { type: 'contact', usable: true })).toMatchObject({ total: 0, page: 1 })
  expect(await page(zhao, { keyword: '%_' })).toMatchObject({ total: 1 })
  expect(await zhao.refused(materialApi.page, { body: { pageSize: 30 } as never })).toMatchObject({ code: 40001 })
})

test('cards are ordered by a figure, equal ones latest change first', async () => {
  const { zhao, bindDouyin, addCard, db } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  const [few, many, none] = [await addCard(relationId), await addCard(relationId), await addCard(relationId)]
  await db.sql.update(material).set({ sent: 2 }).where(eq(material.id, few))
  await db.sql.update(material).set({ sent: 30 }).where(eq(material.id, many))
  const ids = async (order: string) => (await page(zhao, { sort: { field: 'sent', order } })).items.map(({ id }) => id)

  expect(await ids('desc')).toEqual([many, few, none])
  expect(await ids('asc')).toEqual([none, few, many])
  expect(
    await zhao.refused(materialApi.page, { body: { sort: { field: 'name', order: 'asc' } } as never }),
  ).toMatchObject({
    code: 40001,
  })
})

test('another enterprise’s cards and accounts look absent', async () => {
  const { zhao, rival, bindDouyin, addCard, upload } = await materialWorld()
  const relationId = await bindDouyin(zhao)
  const id = await addCard(relationId)
  const absent = { code: 40401, msg: '卡片不存在或已删除' }

  expect(await answerForRival(rival, materialApi.page, { body: { relationId } })).toMatchObject({ total: 0, items: [] })
  expect(await absentForRival(rival, materialApi.update, edit(id, 1))).toMatchObject(absent)
  expect(await absentForRival(rival, materialApi.enable, { body: { id, enabled: false } })).toMatchObject(absent)
  expect(await absentForRival(rival, materialApi.remove, { query: { id } })).toMatchObject(absent)
  const account = { code: 40401, msg: '账号不存在或已删除' }
  expect(await absentForRival(rival, materialApi.save, draft(relationId, await upload(rival)))).toMatchObject(account)
  expect(await absentForRival(rival, materialApi.sync, { body: { relationId } })).toMatchObject(account)
})
