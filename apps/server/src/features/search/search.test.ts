import {
  customerApi,
  type CustomerId,
  messageApi,
  quickReplyApi,
  type RelationId,
  searchApi,
  THREAD_HITS_MAX,
} from '@ruwu/contract'
import { containsWord } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { customer, messageSearch, searchHead, searchPending } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Person } from '../../testing/person.ts'
import { openAccount } from '../../testing/platform.ts'
import { type WorkbenchWorld, workbenchWorld } from '../../testing/workbench-world.ts'
import { type PastTalk, writePastConversations } from '../demo/index.ts'
import { leadKeeper } from '../lead/index.ts'
import { BLOCK } from './grams.ts'
import { absentForRival, answerForRival } from '../../testing/tenant-isolation.ts'

let here: WorkbenchWorld

beforeEach(async () => {
  here = await workbenchWorld()
})

const index = async () => {
  while (await here.reception.work.search.run()) {
    // Until nothing is left.
  }
}

const say = async (name: string, ...texts: string[]): Promise<CustomerId> => {
  const id = await here.write(name, ...texts)
  await index()
  return id
}

const search = (keyword: string, change: object = {}, person: Person = here.zhao) =>
  person.call(searchApi.global, { body: { keyword, ...change } })

const snippets = async (keyword: string, change: object = {}, person: Person = here.zhao) =>
  (await search(keyword, change, person)).messages.map((each) => each.snippet)

const give = (customerId: CustomerId, person: Person) =>
  here.db.sql.update(customer).set({ agentId: person.id }).where(eq(customer.id, customerId))

/** What was said so many hours ago. */
const ago = (...hours: number[]) => hours.map((each) => `${each} 小时前问定制`)

describe('messages', () => {
  test('are found by two characters inside a sentence, newest first, with where they stand', async () => {
    const customerId = await say('小满', '全屋定制多少钱', '好的谢谢', '想做定制衣柜')

    const { messages, nextCursor } = await search('定制')

    expect(nextCursor).toBeNull()
    expect(messages.map(({ snippet, seq }) => [snippet, seq])).toEqual([
      ['想做定制衣柜', 3],
      ['全屋定制多少钱', 1],
    ])
    expect(messages[0]).toMatchObject({ customerId, name: '小满', source: 'douyin' })
    const located = await here.zhao.call(messageApi.locate, {
      body: { customerId, messageId: messages[0]!.messageId },
    })
    expect(located.seq).toBe(3)
  })

  test('of conversations told together, the newest come first as well, and their day finds them', async () => {
    const now = here.clock.now()
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    const talk = (name: string, ...said: number[]): PastTalk => ({
      account: here.account,
      person: { platformId: name, name, city: '', avatar: { via: 'url', url: '' } },
      conversationKey: name,
      starting: { receptionType: 'manual', aiOffReason: 'schedule' },
      moments: said.map((hours) => ({
        kind: 'customer',
        at: hoursAgo(hours),
        content: { type: 'text', text: `${hours} 小时前问定制` },
        platformMessageId: `${name} ${hours}`,
      })),
      stageId: null,
      tagIds: [],
      leadStatus: null,
      fields: {},
      isArchived: false,
      seats: [],
    })
    const talks = [talk('小满', 40, 10), talk('小雨', 50, 30, 20)]
    await here.db.transaction(({ sql }) => writePastConversations(sql, leadKeeper, talks, now))
    await index()

    expect(await snippets('定制')).toEqual(ago(10, 20, 30, 40, 50))
    expect(await snippets('定制', { from: hoursAgo(45).toISOString(), to: hoursAgo(15).toISOString() })).toEqual(
      ago(20, 30, 40),
    )
  })

  test.each([
    ['好', ['好的谢谢', '你好呀']],
    ['VIP', ['我是ＶＩＰ会员']],
    ['ip会', ['我是ＶＩＰ会员']],
    ['10%', ['有 10% 优惠吗']],
    ['谢谢', ['好的谢谢']],
    ['呀', ['你好呀']],
    ['屋里定', []],
    ['，', []],
    ['没有这句话', []],
  ])('%j finds %j', async (keyword, expected) => {
    await say('小满', '你好呀', '好的谢谢', '我是ＶＩＰ会员', '有 10% 优惠吗', '屋里，定制')

    expect(await snippets(keyword)).toEqual(expected)
  })

  test('come page by page, each once, over the edge of a block', async () => {
    await here.db.sql.insert(searchHead).values({ entId: here.zhao.entId, last: BLOCK - 4 })
    const said = Array.from({ length: 9 }, (_, n) => `第 ${n} 次问定制`)
    await say('小满', ...said)

    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof search>> = await search('定制', { limit: 4, cursor })
      pages.push(page.messages.map((each) => each.snippet))
      cursor = page.nextCursor
    } while (cursor)

    expect(pages.map((page) => page.length)).toEqual([4, 4, 1])
    expect(pages.flat()).toEqual(said.toReversed())
    expect(await here.zhao.refused(searchApi.global, { body: { keyword: '定制', cursor: 'made-up' } })).toMatchObject({
      data: { fields: { cursor: '翻页标识不正确' } },
    })
  })

  test('are narrowed by account with its sub-accounts, agent, time and type', async () => {
    const { platform, account, zhao, clock } = here
    const sub = await openAccount(here, { entId: zhao.entId, accountType: 'KOS', parentId: account.id })
    const other = await openAccount(here, { entId: zhao.entId })
    const mine = await here.write('主号客户', '主号问定制')
    const start = clock.now()
    for (const [to, name] of [
      [sub, '子号客户'],
      [other, '别号客户'],
    ] as const) {
      clock.advance(2 * 3_600_000)
      await platform.tell(platform.text(to, name, `${name}问定制`))
      await platform.settle()
    }
    await give(mine, here.lin)
    await here.lin.call(customerApi.createNote, { body: { customerId: mine, text: '备注说定制' } })
    await index()

    expect(await snippets('定制')).toEqual(['备注说定制', '别号客户问定制', '子号客户问定制', '主号问定制'])
    expect(await snippets('定制', { subSourceId: account.id })).toEqual(['备注说定制', '子号客户问定制', '主号问定制'])
    expect(await snippets('定制', { subSourceId: sub.id })).toEqual(['子号客户问定制'])
    expect(await snippets('定制', { agentId: here.lin.id })).toEqual(['备注说定制', '主号问定制'])
    expect(await snippets('定制', { messageType: 'note' })).toEqual(['备注说定制'])
    expect((await search('定制')).messages.map(({ isNote }) => isNote)).toEqual([true, false, false, false])
    const later = new Date(start.getTime() + 1).toISOString()
    expect(await snippets('定制', { to: start.toISOString() })).toEqual([])
    expect(await snippets('定制', { to: later })).toEqual(['主号问定制'])
    expect(await snippets('定制', { from: later, messageType: 'text' })).toEqual(['别号客户问定制', '子号客户问定制'])
    const foreign = await openAccount(here, { entId: here.rival.entId })
    const elsewhere = { keyword: '定制', subSourceId: foreign.id }
    expect(await answerForRival(here.zhao, searchApi.global, { body: elsewhere })).toMatchObject({ messages: [] })
    expect(await snippets('定制', { agentId: here.rival.id })).toEqual([])
  })

  test('of customers one may not see are not found', async () => {
    const weis = await say('卫的客户', '卫的客户问定制')
    await say('没人的客户', '没人的客户问定制')
    await give(weis, here.wei)

    expect(await snippets('定制', {}, here.lin)).toEqual(['没人的客户问定制'])
    expect(await snippets('定制', {}, here.wei)).toEqual(['没人的客户问定制', '卫的客户问定制'])
    expect(await snippets('定制', {}, here.rival)).toEqual([])
  })

  test('are not found in masked text without customer:viewSensitive', async () => {
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    await say('小满', '电话 13800001234 找我')

    expect(await snippets('00001234')).toEqual(['电话 13800001234 找我'])
    expect(await snippets('00001234', {}, masked)).toEqual([])
    expect(await snippets('找我', {}, masked)).toEqual(['…138****1234 找我'])
  })

  test('that were recalled, and notes that were taken away, leave', async () => {
    const said = here.platform.text(here.account, '小满', '说错了定制')
    await here.platform.tell(said)
    await here.platform.settle()
    const { id: customerId } = await here.rowOf('小满')
    const note = await here.lin.call(customerApi.createNote, { body: { customerId, text: '备注定制' } })
    await index()
    expect(await snippets('定制')).toHaveLength(2)

    await here.lin.call(customerApi.removeNote, { query: { id: note.id } })
    await here.platform.tell({
      ...here.platform.base(here.account),
      kind: 'recall',
      messageId: said.messageId,
      by: 'customer',
      peerId: '小满',
    })
    await here.platform.settle()

    // Already before the index knows.
    expect(await snippets('定制')).toEqual([])
    await index()
    expect(await here.db.sql.select().from(messageSearch)).toEqual([])
  })

  test('are found as a plain look at every text would find them', async () => {
    const pieces = ['木', '作', '全屋', '定制', 'a', 'B', 'Ｂ', '1', ' ', '，', '😀', '。', '价格', '价']
    const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((list) => list.join(''))
    const texts = fc.sample(text, { numRuns: 60, seed: 7 }).filter((each) => each.trim() !== '')
    const { platform, account } = here
    await platform.tell(...texts.map((each) => platform.text(account, '小满', each)))
    await platform.settle()
    await index()

    for (const keyword of ['木', '定制', 'ab', '价格', '制a', 'B1', '屋定', '全屋定制', '作，', '1 1']) {
      const found = (await search(keyword, { limit: 100 })).messages.length
      const expected = texts.filter((each) => containsWord(each, keyword)).length
      expect([keyword, found]).toEqual([keyword, expected])
    }
  })
})

describe('the index', () => {
  test('indexes every message once, with several workers', async () => {
    await here.write('小满', ...Array.from({ length: 20 }, (_, n) => `第${n}句`))

    await Promise.all([1, 2, 3].map(() => here.reception.work.search.run()))
    await index()

    const rows = await here.db.sql.select().from(messageSearch).orderBy(messageSearch.no)
    expect(rows.map((row) => row.words)).toEqual(Array.from({ length: 20 }, (_, n) => `第${n}句`))
    expect(rows.map((row) => row.no)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    expect(await here.db.sql.select().from(searchPending)).toEqual([])
  })

  test('holds cards by their titles and what was filled in, pictures and system lines not at all', async () => {
    const { platform, account } = here
    await platform.tell({
      ...platform.base(account),
      kind: 'card_submitted',
      from: { platformId: '小满', name: '小满' },
      cardId: 'card-1',
      fields: [{ label: '预算', value: '十五万左右' }],
    })
    await platform.tell({
      ...platform.text(account, '小满', ''),
      content: { type: 'image', media: { via: 'url', url: 'https://example.com/a.png' } },
    })
    await platform.settle()
    await index()

    expect(await snippets('十五万')).toEqual(['客户提交了留资卡 十五万左右'])
    expect((await here.db.sql.select().from(messageSearch)).map((row) => row.type)).toEqual(['link'])
  })
})

describe('customers', () => {
  test('are found by name and remark', async () => {
    const customerId = await say('木子李', '在吗')
    await here.lin.call(customerApi.update, { body: { customerId, remark: '苏州李总' } })

    expect((await search('子李')).customers).toMatchObject([{ customerId, name: '木子李', hit: 'name' }])
    expect((await search('李')).customers).toMatchObject([{ hit: 'name' }])
    expect((await search('苏州')).customers).toMatchObject([{ remark: '苏州李总', hit: 'remark' }])
    expect((await search('李', {}, here.rival)).customers).toEqual([])
    expect((await search('李', { types: ['message'] })).customers).toEqual([])
  })

  test('are found by a part of their number with customer:viewSensitive', async () => {
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    const customerId = await say('小满', '13800001234', '微信 nora_2019')

    expect((await search('1234')).customers).toMatchObject([{ customerId, hit: 'phone' }])
    expect((await search('Nora_')).customers).toMatchObject([{ customerId, hit: 'wechat' }])
    expect((await search('1234', {}, masked)).customers).toEqual([])
    expect((await search('138')).customers).toEqual([])
    await give(customerId, here.wei)
    expect((await search('1234', {}, here.lin)).customers).toEqual([])
    expect((await search('1234', { agentId: here.wei.id })).customers).toHaveLength(1)
    expect((await search('1234', { subSourceId: newId<RelationId>(here.clock.now()) })).customers).toEqual([])
  })
})

/** Everything a question answers, three at a time. */
async function pagesOf(keyword: string, type: 'customer' | 'reply', person: Person = here.zhao) {
  const pages = []
  let cursor: string | null = null
  do {
    const page = await search(keyword, { types: [type], limit: 3, cursor }, person)
    pages.push(type === 'customer' ? page.customers.map((it) => it.name) : page.replies.map((it) => it.title))
    cursor = page.nextCursor
  } while (cursor !== null)
  return pages
}

test('customers come page by page where one asks for them alone, the latest first, each once', async () => {
  for (const [name, words] of [
    ['客户甲1234', '在吗'],
    ['乙', '13800001234 微信 abc_1234'],
    ['客户丙1234', '13800001234'],
    ['客户丁1234', '在吗'],
    ['戊', '13900001234'],
  ] as const) {
    await say(name, words)
    here.clock.advance(1000)
  }

  expect(await pagesOf('1234', 'customer')).toEqual([
    ['戊', '客户丁1234', '客户丙1234'],
    ['乙', '客户甲1234'],
  ])
  expect(
    await here.zhao.refused(searchApi.global, { body: { keyword: '1', types: ['customer'], cursor: '7' } }),
  ).toEqual(expect.objectContaining({ code: 40001 }))
})

test('so do quick replies', async () => {
  for (const title of ['报价一', '报价二', '报价三', '报价四'])
    await here.lin.call(quickReplyApi.keep, { body: { title, content: '您好' } })

  const pages = await pagesOf('报价', 'reply', here.lin)

  expect(pages.map((page) => page.length)).toEqual([3, 1])
  expect(new Set(pages.flat()).size).toBe(4)
})

test('quick replies are found by title, content and the letters of their title', async () => {
  const body = { title: '报价说明', content: '按投影面积计价' }
  const { id } = await here.lin.call(quickReplyApi.keep, { body })

  for (const keyword of ['报价', '投影', 'bj'])
    expect((await search(keyword, {}, here.lin)).replies).toMatchObject([{ id, ...body }])
  expect((await search('报价', {}, here.wei)).replies).toEqual([])
})

const find = async (customerId: CustomerId, change: object, person: Person = here.zhao) =>
  (await person.call(searchApi.thread, { body: { customerId, ...change } })).hits.map((hit) => hit.seq)

describe('within a thread', () => {
  test('a word, a kind of message or a time is found, newest first', async () => {
    const customerId = await say('小满', '问定制', '好的')
    const note = await here.lin.call(customerApi.createNote, { body: { customerId, text: '要定制' } })
    await here.platform.tell({
      ...here.platform.text(here.account, '小满', ''),
      content: { type: 'image', media: { via: 'url', url: 'https://example.com/a.png' } },
    })
    await here.platform.settle()
    await index()
    await say('小寒', '也问定制')

    expect(await find(customerId, { keyword: '定制' })).toEqual([3, 1])
    expect(await find(customerId, { messageType: 'note' })).toEqual([3])
    expect(await find(customerId, { messageType: 'image' })).toEqual([4])
    expect(await find(customerId, { keyword: '定制', messageType: 'link' })).toEqual([])
    const later = new Date(here.clock.now().getTime() + 1).toISOString()
    expect(await find(customerId, { to: later })).toEqual([4, 3, 2, 1])
    expect(await find(customerId, { to: note.createdAt })).not.toContain(3)
    expect(await find(customerId, { keyword: '定制', from: note.createdAt })).toEqual([3])
    expect(await find(customerId, {})).toEqual([])
    await here.lin.call(customerApi.removeNote, { query: { id: note.id } })
    expect(await find(customerId, { messageType: 'note' })).toEqual([])
  })

  test('the newest hits are given, and that there are older ones', async () => {
    const customerId = await say('小满', ...Array.from({ length: THREAD_HITS_MAX + 1 }, (_, n) => `问定制 ${n}`))
    await index()

    const body = { customerId, keyword: '定制' }
    const { hits, hasMore } = await here.zhao.call(searchApi.thread, { body })
    expect([hits.length, hits[0]?.seq, hits.at(-1)?.seq, hasMore]).toEqual([
      THREAD_HITS_MAX,
      THREAD_HITS_MAX + 1,
      2,
      true,
    ])
    const some = await here.zhao.call(searchApi.thread, { body: { ...body, keyword: '定制 20' } })
    expect([some.hits.length, some.hasMore]).toEqual([2, false])
  })

  test('hides what is masked, and another enterprise’s thread looks absent', async () => {
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()
    const customerId = await say('小满', '电话 13800001234')

    expect(await find(customerId, { keyword: '00001234' })).toEqual([1])
    expect(await find(customerId, { keyword: '00001234' }, masked)).toEqual([])
    expect(await absentForRival(here.rival, searchApi.thread, { body: { customerId, keyword: '电话' } })).toMatchObject(
      {
        code: 40401,
        msg: '客户不存在或已删除',
      },
    )
  })
})

test('an agent without the workbench finds quick replies, and neither customers nor messages', async () => {
  const customerId = await say('报价小满', '报价多少')
  const designer = await (await here.hire('设计', ['tag:viewPage'])).signIn()
  await give(customerId, designer)
  const { id: groupId } = await designer.call(quickReplyApi.createGroup, {
    body: { ownerType: 'agent', title: '常用' },
  })
  const body = { groupId, title: '报价', content: '399 元', parts: [], code: '', sources: [] }
  const { id } = await designer.call(quickReplyApi.create, { body })

  expect(await search('报价', {}, designer)).toMatchObject({ customers: [], messages: [], replies: [{ id }] })
  expect(await search('报价', { types: ['customer'] }, designer)).toMatchObject({ customers: [], nextCursor: null })
})
