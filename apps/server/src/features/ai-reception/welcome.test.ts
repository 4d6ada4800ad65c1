import { type ChannelSettingFields, customerApi, type WelcomePart } from '@ruwu/contract'
import { defaultChannelSetting } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { channelAccount, session } from '../../db/schema/index.ts'
import { type AiWorld, aiWorld } from '../../testing/ai-world.ts'
import { startNode } from '../../testing/start-node.ts'

const text = (words: string): WelcomePart => ({ type: 'text', text: words })

async function welcoming(parts: WelcomePart[], custom = true, change: Partial<ChannelSettingFields> = {}) {
  const here = await aiWorld()
  const setting = { ...defaultChannelSetting('douyin', 'CORP'), welcome: { custom, parts }, ...change }
  await here.db.sql.update(channelAccount).set({ setting }).where(eq(channelAccount.id, here.account.id))
  return here
}

/** Somebody opens the private-message page, so long ago. */
async function enter({ platform, account, reception, rowOf, clock }: AiWorld, agoMs = 0) {
  const from = { platformId: '小满', name: '小满' }
  const base = platform.base(account)
  const occurredAt = new Date(clock.now().getTime() - agoMs)
  await platform.tell({
    ...base,
    occurredAt,
    kind: 'enter',
    conversationKey: 'conv-小满',
    messageId: base.eventKey,
    from,
    entry: {},
  })
  await platform.settle()
  await reception.work.causes.run()
  return (await rowOf('小满')).id
}

test('an entering customer gets the account’s welcome text, once a day', async () => {
  const here = await welcoming([text('{客户昵称}您好，这里是{账号名}'), text('有什么可以帮您')])

  const id = await enter(here)
  here.clock.advance(1_000)
  await enter(here)

  expect(await here.wordsOf(id)).toEqual(['flow: 小满您好，这里是云杉家居', 'flow: 有什么可以帮您'])
})

test('in the next session once more', async () => {
  const here = await welcoming([text('您好')])
  await enter(here)
  here.clock.advance(25 * 3_600_000)

  const id = await enter(here)

  expect(await here.wordsOf(id)).toEqual(['flow: 您好', 'flow: 您好'])
})

test('as many as the platform allows after entering, and none once its time is over', async () => {
  const many = await welcoming([text('一'), text('二'), text('三')])
  const id = await enter(many)
  expect(await many.wordsOf(id)).toEqual(['flow: 一', 'flow: 二'])
  // The editors of 欢迎语 say it beforehand: no alarm for each customer.
  expect((await many.linesOf(id)).filter((line) => line.includes('未发送'))).toEqual([])

  const late = await welcoming([text('您好')])
  const lateId = await enter(late, 31_000)
  expect(await late.wordsOf(lateId)).toEqual([])
  expect(await late.linesOf(lateId)).toContain('欢迎语未发送：进入会话后的 30 秒欢迎时间已过，请等待客户发言')
})

// R154
test('where all messages are kept for agents nothing is sent, and no customer’s thread reports it', async () => {
  const here = await welcoming([text('您好')], true, { reserveForHuman: 3 })

  const id = await enter(here)

  expect(await here.wordsOf(id)).toEqual([])
  expect((await here.linesOf(id)).filter((line) => line.includes('未发送'))).toEqual([])
})

test('an account that leaves it to its plan says nothing of its own', async () => {
  const here = await welcoming([text('您好')], false)

  expect(await here.wordsOf(await enter(here))).toEqual([])
})

test('an archived customer who enters again the same day is not welcomed again', async () => {
  const here = await welcoming([text('您好')])
  const customerId = await enter(here)
  here.clock.advance(3_600_000)
  await here.lin.call(customerApi.archive, { body: { customerId, archive: true } })

  await enter(here)
  here.clock.advance(24 * 3_600_000)
  expect(await here.wordsOf(customerId)).toEqual(['flow: 您好'])

  await enter(here)
  expect(await here.wordsOf(customerId)).toEqual(['flow: 您好', 'flow: 您好'])
})

test('a customer who was not welcomed in time is welcomed at the next entry', async () => {
  const here = await welcoming([text('您好')])
  await enter(here, 31_000)

  const id = await enter(here)

  expect(await here.wordsOf(id)).toEqual(['flow: 您好'])
})

test('two nodes that hear of the same entry welcome once', async () => {
  const here = await welcoming([text('您好'), text('有什么可以帮您')])
  const there = await startNode(here.databaseUrl, here.clock, here.bus)
  const customerId = await enter(here, 31_000)
  await here.changeCustomer(customerId, { enterAt: here.clock.now() })
  const cause = { kind: 'enter', entId: here.account.entId, customerId, messageSeq: 1, isAd: false } as const

  await Promise.all([here, there, here, there].map((node) => node.reception.ai.welcome.greet(cause)))
  await there.close()

  expect(await here.wordsOf(customerId)).toEqual(['flow: 您好', 'flow: 有什么可以帮您'])
})

test('a customer’s fourth entry of a day finds no place any more', async () => {
  const here = await welcoming([text('您好')])
  const customerId = await enter(here)
  for (const _entry of [2, 3, 4]) {
    await here.db.sql.update(session).set({ welcomedAt: null })
    here.clock.advance(60_000)
    await enter(here)
  }

  expect(await here.wordsOf(customerId)).toEqual(['flow: 您好', 'flow: 您好', 'flow: 您好'])
})
