import {
  automationApi,
  type Content,
  customerApi,
  leadApi,
  type MaterialId,
  messageApi,
  type StatisticsFilter,
} from '@ruwu/contract'
import { DEFAULT_FOLLOW_UP, LEAD_FIELD_LABELS } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { enterprise, material } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { markSeen } from '../realtime/presence.repo.ts'
import { aiWorld, MERGE_MS } from './ai-world.ts'
import { openAccount } from './platform.ts'
import { handsOver, knowsNothing, says } from './scripted-engine.ts'

export const FORTNIGHT = {
  range: 'custom',
  from: '2026-03-20',
  to: '2026-04-02',
  compare: false,
} as const satisfies Partial<StatisticsFilter>

const TEXT: Content = { type: 'text', text: '您好' }
const from = (name: string) => ({ conversationKey: `conv-${name}`, from: { platformId: name, name } })

/**
 * A fortnight in Berlin, whose clocks are put forward on 03-29 at 01:00 UTC, by the product's own ways. Every line says what it adds to
 * the figures of golden.test.ts.
 */
export async function fortnight() {
  const here = await aiWorld()
  const { db, clock, zhao, lin, wei, platform, reception } = here
  const { entId } = zhao
  // People receive in the first account and in the shop, the AI in the one of this world.
  const [account, shop] = [await openAccount(here, { entId }), await openAccount(here, { entId, source: 'redbook' })]
  await db.sql.update(enterprise).set({ timezone: 'Europe/Berlin' }).where(eq(enterprise.id, entId))
  const at = (time: string) => clock.set(`2026-${time}Z`)
  const idOf = async (name: string) => (await here.rowOf(name)).id
  const tell = async (event: Parameters<typeof platform.tell>[0]) => {
    await platform.tell(event)
    await platform.settle()
  }
  const say = async (time: string, name: string, text: string, messageId?: string, to = account) => {
    at(time)
    await tell(platform.text(to, name, text, messageId))
  }
  /** The AI answers after 3 s, or hands over. */
  const ask = async (time: string, name: string, text: string, decides: Parameters<typeof decide>[0]) => {
    decide(decides)
    await say(time, name, text, undefined, here.account)
    clock.advance(MERGE_MS)
    await here.answer()
    await here.deliver()
  }
  const decide = (how: 'hit' | 'miss' | 'handoff') => {
    here.engine.script = () => {
      if (how === 'handoff') return handsOver('keyword', '转人工')
      return { ...(how === 'miss' ? knowsNothing('好的') : says('好的')), isHit: how === 'hit' }
    }
  }
  const rate = async (name: string, rating: 'good' | 'bad') => {
    const { items } = await lin.call(messageApi.list, { body: { customerId: await idOf(name) } })
    const answer = items.find(({ senderKind }) => senderKind === 'ai')
    await lin.call(messageApi.feedback, { body: { id: answer!.id, rating } })
  }
  const followUp = async (time: string) => {
    at(time)
    while (await reception.work.followUps.run());
    await here.deliver()
  }
  const receive = async (time: string, person: typeof lin, name: string) => {
    at(time)
    await person.call(customerApi.receive, { body: { customerId: await idOf(name) } })
  }
  const reply = async (time: string, person: typeof lin, name: string, content: Content = TEXT) => {
    at(time)
    const body = { customerId: await idOf(name), chatId: `reply-${time.replaceAll(/\D/g, '')}` }
    await person.call(messageApi.send, { body: { ...body, content } })
    await here.deliver()
  }
  const card = async (type: 'contact' | 'lead_form'): Promise<Content> => {
    const now = clock.now()
    const id = newId<MaterialId>(now)
    const names = { platformId: type, name: type, title: type }
    const passed = { auditStatus: 'passed', createdAt: now, updatedAt: now } as const
    await db.sql.insert(material).values({ entId, id, relationId: shop.id, type, ...names, ...passed })
    return { type: 'link', extra: { cardId: id } }
  }

  const isOpen = async (time: string, person: typeof lin) => {
    at(time)
    await markSeen(db.sql, [{ entId: person.entId, agentId: person.id }], clock.now())
  }

  // 50 s with an open console, and 30 s over midnight.
  for (const time of ['03-20T08:59:00', '03-20T08:59:30', '03-20T08:59:50']) await isOpen(time, lin)
  // 20 s, 120 s, and a third message without an answer.
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
  await receive('03-23T08:00:10', lin, '一')
  await reply('03-23T08:00:30', lin, '一')
  at('03-23T08:10:00')
  await lin.call(customerApi.archive, { body: { customerId: await idOf('一'), archive: true } })
  await say('03-23T08:20:00', '一', '还有问题')
  await receive('03-23T08:20:10', lin, '一')
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
  // The AI alone: three answers after 3 s each, two with knowledge, one rated; a follow-up wakes the customer, who leaves a number.
  const steps = DEFAULT_FOLLOW_UP.steps.map((step) => ({ ...step, mode: 'fixed' as const, text: '还在吗' }))
  await zhao.call(automationApi.saveFollowUp, { body: { ...DEFAULT_FOLLOW_UP, enabled: true, steps, version: 0 } })
  await ask('03-26T10:00:00', '九', '在吗', 'hit')
  await rate('九', 'good')
  await ask('03-26T10:05:00', '九', '多少钱', 'miss')
  await followUp('03-26T10:20:03')
  await ask('03-26T10:30:00', '九', '打 13700000001', 'hit')
  // One answer of 3 s, then handed over at 11:01:03 and answered by Lin: 100 s, of a turn of 103 s.
  await ask('03-26T11:00:00', '十', '在吗', 'hit')
  await rate('十', 'bad')
  await ask('03-26T11:01:00', '十', '转人工', 'handoff')
  await receive('03-26T11:02:00', lin, '十')
  await reply('03-26T11:02:43', lin, '十')
  // Handed over before the AI has answered, and not answered.
  await ask('03-26T11:30:00', '十五', '转人工', 'handoff')
  // Answered by the AI, followed up in vain.
  await ask('03-26T12:00:00', '十一', '在吗', 'hit')
  await followUp('03-26T12:15:03')
  // 30 s with a 名片, which is copied; 40 s with a form, which is submitted with a number and answered after 50 s.
  const [contact, form] = [await card('contact'), await card('lead_form')]
  await say('03-27T09:00:00', '十二', '在吗', undefined, shop)
  await receive('03-27T09:00:10', lin, '十二')
  await reply('03-27T09:00:30', lin, '十二', contact)
  at('03-27T09:01:00')
  await tell({ ...platform.base(shop), kind: 'wechat_copied', ...from('十二'), cardId: 'contact' })
  await say('03-27T09:10:00', '十三', '在吗', undefined, shop)
  await receive('03-27T09:10:10', lin, '十三')
  await reply('03-27T09:10:40', lin, '十三', form)
  at('03-27T09:12:00')
  const fields = [{ label: LEAD_FIELD_LABELS.phone, value: '13700000002' }]
  await tell({ ...platform.base(shop), kind: 'card_submitted', ...from('十三'), cardId: 'lead_form', fields })
  await reply('03-27T09:12:50', lin, '十三')
  // Received by Lin and taken back after 300 s, unanswered.
  await here.setPlan('idle', { returnSec: 300 })
  await say('03-30T14:00:00', '十四', '在吗')
  await receive('03-30T14:00:10', lin, '十四')
  at('03-30T14:05:10')
  await reception.work.waiting.run()

  at('04-03T10:00:00')
  while (await reception.work.sessionExpiry.run());
  return here
}
