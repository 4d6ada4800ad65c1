import { customerApi, leadApi, messageApi, type MetricName, statisticsApi } from '@ruwu/contract'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enterprise } from '../../db/schema/index.ts'
import { markSeen } from '../../realtime/presence.repo.ts'
import { workbenchWorld } from '../../testing/workbench-world.ts'

const FORTNIGHT = { range: 'custom', from: '2026-03-20', to: '2026-04-02', compare: false } as const

/**
 * A fortnight in Berlin, whose clocks are put forward on 03-29 at 01:00 UTC, by the product's own ways. Every line says what it adds to
 * the figures below.
 */
async function fortnight() {
  const here = await workbenchWorld()
  const { db, clock, zhao, lin, wei, account, platform, reception } = here
  await db.sql.update(enterprise).set({ timezone: 'Europe/Berlin' }).where(eq(enterprise.id, account.entId))
  const at = (time: string) => clock.set(`2026-${time}Z`)
  const idOf = async (name: string) => (await here.rowOf(name)).id
  const tell = async (event: Parameters<typeof platform.tell>[0]) => {
    await platform.tell(event)
    await platform.settle()
  }
  const say = async (time: string, name: string, text: string, messageId?: string) => {
    at(time)
    await tell(platform.text(account, name, text, messageId))
  }
  const receive = async (time: string, person: typeof lin, name: string) => {
    at(time)
    await person.call(customerApi.receive, { body: { customerId: await idOf(name) } })
  }
  const reply = async (time: string, person: typeof lin, name: string) => {
    at(time)
    const body = { customerId: await idOf(name), chatId: `reply-${time.replaceAll(/\D/g, '')}` }
    await person.call(messageApi.send, { body: { ...body, content: { type: 'text', text: '您好' } } })
  }

  const isOpen = async (time: string, person: typeof lin) => {
    at(time)
    await markSeen(db.sql, [{ entId: person.entId, agentId: person.id }], clock.now())
  }

  // 50 s with an open console, and 30 s over midnight.
  for (const time of ['03-20T08:59:00', '03-20T08:59:30', '03-20T08:59:50']) await isOpen(time, lin)
  // 20 s, 120 s, and a third message that nobody answers.
  await say('03-20T09:00:00', '一', '在吗')
  await receive('03-20T09:00:05', lin, '一')
  await reply('03-20T09:00:20', lin, '一')
  await say('03-20T09:05:00', '一', '多少钱')
  await reply('03-20T09:07:00', lin, '一')
  await say('03-20T09:10:00', '一', '好的')
  // Over midnight (23:00 UTC): one session and one turn of 90 s of the first day, a customer of both days.
  await say('03-20T22:59:30', '二', '你好')
  for (const time of ['03-20T22:59:40', '03-20T23:00:10']) await isOpen(time, wei)
  await say('03-20T23:00:30', '二', '有人吗')
  await receive('03-20T23:00:40', wei, '二')
  await reply('03-20T23:01:00', wei, '二')
  // A silent entry.
  at('03-22T12:00:00')
  const entry = { postId: 'note-1' }
  await tell({
    ...platform.base(account),
    kind: 'enter',
    conversationKey: 'conv-三',
    from: { platformId: '三', name: '三' },
    entry,
  })
  // Back after days: a second session, 30 s; archived, and back ten minutes later: a third, 60 s.
  await say('03-23T08:00:00', '一', '还在吗')
  await receive('03-23T08:00:10', lin, '一').catch(() => {})
  await reply('03-23T08:00:30', lin, '一')
  at('03-23T08:10:00')
  await lin.call(customerApi.archive, { body: { customerId: await idOf('一'), archive: true } })
  await say('03-23T08:20:00', '一', '还有问题')
  await receive('03-23T08:20:10', lin, '一').catch(() => {})
  await reply('03-23T08:21:00', lin, '一')
  // Received by Lin, transferred to Wei, who answers: 100 s.
  await say('03-24T10:00:00', '四', '报价')
  await receive('03-24T10:00:10', lin, '四')
  at('03-24T10:00:30')
  await lin.call(customerApi.redirect, { body: { customerId: await idOf('四'), agentId: wei.id, reason: '其它' } })
  await reply('03-24T10:01:40', wei, '四')
  // Recalled, and not answered: it was said.
  await say('03-25T07:00:00', '五', '打错了', 'recalled')
  at('03-25T07:00:10')
  await tell({ ...platform.base(account), kind: 'recall', messageId: 'recalled', by: 'customer', peerId: '五' })
  // From 01:59:50 to 03:00:20 on the clock: 30 s. A second before midnight another one leaves a number, unanswered.
  await say('03-29T00:59:50', '六', '夏令时')
  await receive('03-29T01:00:10', lin, '六')
  await reply('03-29T01:00:20', lin, '六')
  await say('03-29T21:59:59', '七', '我的电话 13812345678')
  // A webhook that comes sixteen hours late counts when it comes: 15 s. Then the number that another customer gave, unanswered.
  const late = { ...platform.text(account, '八', '你好'), occurredAt: new Date('2026-03-29T20:00:00Z') }
  at('03-30T12:00:00')
  await tell(late)
  await receive('03-30T12:00:05', lin, '八')
  await reply('03-30T12:00:15', lin, '八')
  await say('03-31T09:00:00', '八', '打 13812345678')
  // A number that proves useless, unanswered.
  await say('04-01T10:00:00', '六', '电话 13900000000')
  const { items } = await zhao.call(leadApi.list, { body: { customerId: await idOf('六') } })
  for (const { leadId } of items)
    await zhao.call(leadApi.update, { body: { leadId, status: 'invalid', reason: '空号' } })

  at('04-03T10:00:00')
  while (await reception.work.sessionExpiry.run());
  return here
}

const BY_HAND: Partial<Record<MetricName, number>> = {
  enterCustomers: 8,
  newCustomers: 8,
  sessions: 11,
  talkRate: 7 / 8,
  validSessions: 7,
  leadCustomers: 2,
  leadRate: 2 / 7,
  enterLeadRate: 2 / 8,
  // 15, 20, 30, 30, 60, 90 and 100 s.
  humanFirst: 345 / 7,
  humanFirstMedian: 30,
  humanFirstP90: 100,
  // The same and 120 s, of 13 turns.
  humanResponse: 465 / 8,
  replyIn30s: 4 / 13,
  replyIn1m: 5 / 13,
  replyIn3m: 8 / 13,
  unanswered: 5,
  missRate: 5 / 10,
  rounds: 13 / 10,
  // 600, 30, 60, 90, 100 and 30 s, and 21 hours.
  sessionLength: 76_510 / 10,
  aiSessions: 0,
  aiAloneRate: -1,
  received: 5,
  transferIn: 1,
  transferOut: 1,
  replies: 8,
  onlineTime: 80,
}

// R158
test('a fortnight with every edge has the figures calculated by hand', async () => {
  const { zhao, lin, wei, db, reception } = await fortnight()
  const read = async () => {
    const tabs = ['overview', 'reception', 'ai', 'agent'] as const
    const answers = [await zhao.call(statisticsApi.overview, { body: FORTNIGHT })]
    const tiles = new Map<string, number>()
    for (const tab of tabs)
      for (const { name, value } of (await zhao.call(statisticsApi[tab], { body: FORTNIGHT })).tiles)
        tiles.set(name, value)
    const figures = Object.fromEntries(Object.keys(BY_HAND).map((name) => [name, tiles.get(name)]))
    const series = answers[0]?.series.find(({ name }) => name === 'enterCustomers')
    const { rows } = await zhao.call(statisticsApi.agent, { body: FORTNIGHT })
    const values = new Map(rows.map((row) => [row.agentId, row.values]))
    return { figures, enter: series?.points.map(({ v }) => v), lin: values.get(lin.id), wei: values.get(wei.id) }
  }
  const expected = {
    figures: BY_HAND,
    enter: [2, 1, 1, 1, 1, 1, 0, 0, 0, 2, 1, 1, 1, 0],
    lin: expect.objectContaining({
      received: 4,
      sessions: 5,
      transferOut: 1,
      transferIn: 0,
      humanFirstMedian: 30,
      onlineTime: 50,
    }) as object,
    wei: expect.objectContaining({
      received: 2,
      sessions: 2,
      transferOut: 0,
      transferIn: 1,
      humanFirstP90: 100,
    }) as object,
  }

  expect(await read()).toEqual(expected)
  await reception.work.rollups.runAll()
  expect(await read()).toEqual(expected)
  await db.sql.execute(sql`delete from stat_state`)
  expect(await read()).toEqual(expected)
})
