import { type CustomerId, type KnowledgeId, type MessageId, pointsApi, type RelationId } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customer } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { channelWorld } from '../../testing/channel-world.ts'
import { openAccount } from '../../testing/platform.ts'
import { world } from '../../testing/world.ts'
import { chargeAnswer, chargeLearning, grant, refundAnswer } from './index.ts'

const DAY_MS = 86_400_000

/** 2026-03-16 10:00 in Shanghai; charges on this day and on the two before. */
async function spendingWorld() {
  const here = await world()
  const { db, clock, lin } = here
  const { entId } = lin
  const first = await openAccount(here, { entId, name: '云杉家居' })
  const second = await openAccount(here, { entId, name: '云杉工厂' })
  const answer = async (relationId: RelationId, hasImage = false) => {
    const messageId = newId<MessageId>(clock.now())
    const customerId = newId<CustomerId>(clock.now())
    const charged = { entId, relationId, customerId, sessionId: null, messageId, hasImage }
    await db.transaction((tx) => chargeAnswer(tx, charged, clock.now()))
    return messageId
  }
  const learn = (chars: number) =>
    db.transaction((tx) => {
      const charged = { entId, relationId: null, knowledgeId: newId<KnowledgeId>(clock.now()), chars, key: 'v1' }
      return chargeLearning(tx, charged, clock.now())
    })
  await answer(first.id, true)
  await answer(first.id)
  await learn(3_000)
  clock.advance(DAY_MS)
  const lost = await answer(second.id)
  await answer(second.id)
  await db.transaction((tx) => refundAnswer(tx, { entId, messageId: lost }, clock.now()))
  clock.advance(DAY_MS)
  await answer(first.id)
  await db.transaction((tx) =>
    grant(tx, { entId, pool: 'orderPoints', points: 5_000, reason: '充值', orderNo: '1' }, clock.now()),
  )
  return { ...here, entId, first, second }
}

const days = { range: 'custom', from: '2026-03-16', to: '2026-03-18' } as const

test('the totals of a period tell what came and went, of the own enterprise only', async () => {
  const { zhao, rival } = await spendingWorld()

  const totals = (person: typeof zhao, query: object) => person.call(pointsApi.onlyPoint, { query })

  expect(await totals(zhao, { from: '2026-03-16', to: '2026-03-18' })).toEqual({
    consume: 9,
    recharge: 5_000,
    bonus: 1_000,
    refund: 1,
    expired: 0,
    adjust: 0,
  })
  expect(await totals(zhao, { from: '2026-03-17', to: '2026-03-17' })).toMatchObject({
    consume: 2,
    refund: 1,
    bonus: 0,
  })
  expect(await totals(rival, { from: '2026-03-16', to: '2026-03-18' })).toMatchObject({ consume: 0, recharge: 0 })
  expect(await zhao.refused(pointsApi.onlyPoint, { query: { from: '2026-03-18', to: '2026-03-16' } })).toMatchObject({
    code: 40001,
    data: { fields: { from: '开始日期不能晚于结束日期' } },
  })
})

// R164
test('日均消耗 counts what all accounts share, and takes refunds off', async () => {
  const { zhao } = await spendingWorld()

  expect(await zhao.call(pointsApi.info, {})).toMatchObject({ averageDailyConsumePoints: (6 + 1) / 2 })
})

test('the timeline has every day, by item or by account, with refunds taken off', async () => {
  const { zhao, first, second } = await spendingWorld()
  const timeline = async (body: object) => {
    const { series, total } = await zhao.call(pointsApi.timeline, { body: { ...days, ...body } })
    return { total, series: series.map(({ key, name, points }) => [key, name, points.map(({ v }) => v)]) }
  }

  expect(await timeline({})).toEqual({
    total: 8,
    series: [
      ['ai_reply', 'AI 回复', [2, 1, 1]],
      ['image', '图片理解', [1, 0, 0]],
      ['knowledge', '知识学习', [3, 0, 0]],
    ],
  })
  expect(await timeline({ groupBy: 'account' })).toEqual({
    total: 8,
    series: [
      [first.id, '云杉家居', [3, 0, 1]],
      ['shared', '企业共享', [3, 0, 0]],
      [second.id, '云杉工厂', [0, 1, 0]],
    ],
  })
  // 2026-03-16 is a Monday.
  expect(await timeline({ granularity: 'week', from: '2026-03-15' })).toMatchObject({
    series: [
      ['ai_reply', 'AI 回复', [0, 4]],
      ['image', '图片理解', [0, 1]],
      ['knowledge', '知识学习', [0, 3]],
    ],
  })
  const hours = await timeline({ granularity: 'hour', from: '2026-03-17', to: '2026-03-17' })
  expect(hours.series).toEqual([
    ['ai_reply', 'AI 回复', Array.from({ length: 24 }, (_, hour) => (hour === 10 ? 1 : 0))],
  ])
  expect(await timeline({ from: '2026-01-01', to: '2026-01-02' })).toEqual({
    total: 0,
    series: [['ai_reply', 'AI 回复', [0, 0]]],
  })
  expect(await zhao.refused(pointsApi.timeline, { body: { ...days, granularity: 'hour' } })).toMatchObject({
    code: 40001,
  })
})

test('beyond seven accounts the smaller ones are one line', async () => {
  const here = await world()
  const { db, clock, lin, zhao } = here
  for (let n = 1; n <= 9; n += 1) {
    const { id: relationId } = await openAccount(here, { entId: lin.entId, name: `账号${n}` })
    const key = { entId: lin.entId, relationId, knowledgeId: newId<KnowledgeId>(clock.now()) }
    await db.transaction((tx) => chargeLearning(tx, { ...key, chars: n * 1_000, key: 'v1' }, clock.now()))
  }

  const { series } = await zhao.call(pointsApi.timeline, { body: { range: 'today', groupBy: 'account' } })

  expect(series.map(({ name, points }) => [name, points[0]?.v])).toEqual([
    ...[9, 8, 7, 6, 5, 4, 3].map((n) => [`账号${n}`, n]),
    ['其他账号', 3],
  ])
})

test('consumption is listed by account and by item with its share, a page at a time', async () => {
  const { zhao, first, second } = await spendingWorld()
  const consume = (body: object) => zhao.call(pointsApi.pointConsume, { body: { ...days, ...body } })

  expect(await consume({})).toEqual({
    items: [
      { key: first.id, name: '云杉家居', answers: 3, points: 4, share: 0.5 },
      { key: '', name: '企业共享', answers: 0, points: 3, share: 0.375 },
      { key: second.id, name: '云杉工厂', answers: 1, points: 1, share: 0.125 },
    ],
    total: 3,
    page: 1,
    pageSize: 20,
    sum: { answers: 4, points: 8 },
  })
  expect((await consume({ groupBy: 'item', page: 9 })).items).toMatchObject([
    { key: 'ai_reply', name: 'AI 回复', answers: 4, points: 4 },
    { key: 'knowledge', name: '知识学习', answers: 1, points: 3 },
    { key: 'image', name: '图片理解', answers: 1, points: 1 },
  ])
  const asc = { sort: { field: 'answers', order: 'asc' } }
  expect((await consume(asc)).items.map(({ answers }) => answers)).toEqual([0, 1, 3])
  expect(await consume({ from: '2026-01-01', to: '2026-01-02' })).toMatchObject({ items: [], total: 0 })
})

test('the order is that of all rows, not of a page', async () => {
  const here = await world()
  const { db, clock, zhao } = here
  const { entId } = zhao
  for (let n = 1; n <= 21; n += 1) {
    const { id: relationId } = await openAccount(here, { entId, name: `账号${n}` })
    const charged = { entId, relationId, knowledgeId: newId<KnowledgeId>(clock.now()), chars: n * 1_000, key: 'v1' }
    await db.transaction((tx) => chargeLearning(tx, charged, clock.now()))
  }
  const page = async (order: 'asc' | 'desc', number: number) => {
    const body = { range: 'today', sort: { field: 'points', order }, page: number } as const
    return (await zhao.call(pointsApi.pointConsume, { body })).items.map(({ name }) => name)
  }

  expect(await page('desc', 2)).toEqual(['账号1'])
  expect(await page('asc', 2)).toEqual(['账号21'])
})

test('consumption by agent is that of the customers they have now', async () => {
  const here = await channelWorld()
  const { db, clock, zhao, lin, bindDouyin, addCustomer } = here
  const relationId = await bindDouyin(zhao)
  const [theirs, free] = [await addCustomer(relationId), await addCustomer(relationId)]
  await db.sql.update(customer).set({ agentId: lin.id }).where(eq(customer.id, theirs))
  for (const customerId of [theirs, theirs, free]) {
    const messageId = newId<MessageId>(clock.now())
    const charged = { entId: zhao.entId, relationId, customerId, sessionId: null, messageId, hasImage: false }
    await db.transaction((tx) => chargeAnswer(tx, charged, clock.now()))
  }

  const { items } = await zhao.call(pointsApi.pointConsume, { body: { range: 'today', groupBy: 'agent' } })

  expect(items).toMatchObject([
    { key: lin.id, name: '林小满', answers: 2, points: 2 },
    { key: '', name: '未分配', answers: 1, points: 1 },
  ])
})

test('the bank account is shown with the enterprise’s remark code where the operator has one', async () => {
  const bank = { BANK_ACCOUNT_NAME: '如晤科技', BANK_ACCOUNT_NO: '6222 0001', BANK_NAME: '招商银行杭州分行' }
  const { zhao } = await world({ env: bank })
  const other = await world({ env: { ...bank, BANK_NAME: '' } })

  expect(await zhao.call(pointsApi.bankInfo, {})).toEqual({
    accountName: '如晤科技',
    accountNo: '6222 0001',
    bankName: '招商银行杭州分行',
    remarkCode: `RW${zhao.entId.slice(-8).toUpperCase()}`,
  })
  expect(await other.zhao.call(pointsApi.bankInfo, {})).toBeNull()
})
