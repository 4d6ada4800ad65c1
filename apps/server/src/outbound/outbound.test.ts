import { customerApi, type CustomerId, messageApi, noticeApi } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { PlatformError } from '../channels/platform-error.ts'
import type { Entry } from '../channels/source.ts'
import { channelAccount, channelHistory, customer, customerMessage, outbox } from '../db/schema/index.ts'
import { openWorkbench } from '../testing/workbench-world.ts'
import { startNode } from '../testing/start-node.ts'
import { outboundWorld, type OutboundWorld } from '../testing/outbound-world.ts'
import type { Person } from '../testing/person.ts'
import { absentForRival } from '../testing/tenant-isolation.ts'
import { noteSpend } from './account-result.repo.ts'

let out: OutboundWorld
let here: OutboundWorld['here']
let platform: OutboundWorld['platform']
let account: OutboundWorld['account']
let customerId: CustomerId

beforeEach(async () => {
  out = await outboundWorld()
  ;({ here, platform, account, customerId } = out)
})

describe('a message to a customer', () => {
  test('is acknowledged with its place, goes out, and receives the customer', async () => {
    const acknowledged = await out.send(here.lin, '您好', 'chat-001')
    expect(acknowledged).toMatchObject({
      chatId: 'chat-001',
      status: 0,
      quota: { left: 5, max: 6, ruleId: 'douyin.reply' },
    })
    const screen = await openWorkbench(here.lin, customerId)
    await out.work()

    expect(out.arrived).toEqual(['您好'])
    expect(await out.states()).toEqual([['您好', 1, undefined]])
    const [row] = await here.db.sql.select().from(customer)
    expect(row).toMatchObject({ agentId: here.lin.id, waitingSince: null, lastMessage: { text: '您好', status: 1 } })
    expect(await here.db.sql.select().from(outbox)).toEqual([])
    await screen.agrees()
  })

  test('is named in lists by who of us said it, on every open screen; what was said in the app by nobody', async () => {
    const screen = await openWorkbench(here.zhao, customerId)
    await out.send(here.lin, '您好', 'chat-001')
    const last = async () => (await here.zhao.call(customerApi.list, { body: { scope: 2 } })).items[0]?.lastMessage

    expect(await last()).toMatchObject({ agentId: here.lin.id, agentName: '林小满' })
    await screen.agrees()
    await platform.tell(platform.echo(account, '小满', '在的', 'app'))
    await platform.settle()
    expect(await last()).toMatchObject({ text: '在的', agentId: null, agentName: null })
    await screen.agrees()
  })

  test('under the same name is answered and never sent twice, also when both come at once', async () => {
    const answers = await Promise.all([out.send(here.lin, '您好', 'chat-001'), out.send(here.lin, '您好', 'chat-001')])
    expect(answers[0]?.seq).toBe(answers[1]?.seq)
    await out.work()
    expect((await out.send(here.lin, '您好', 'chat-001')).status).toBe(1)
    await out.work()

    expect(out.arrived).toEqual(['您好'])
  })

  test('goes out once though two workers look for it', async () => {
    const second = await startNode(here.databaseUrl, here.clock, undefined, { openSources: () => here.platform })
    try {
      for (let n = 0; n < 5; n += 1) await out.send(here.lin, `第 ${n} 句`, `chat-00${n}`)
      for (let n = 0; n < 8; n += 1) {
        await Promise.all([out.work(), out.work(second)])
        here.clock.advance(1_000)
      }
    } finally {
      await second.close()
    }
    expect(out.arrived).toEqual(['第 0 句', '第 1 句', '第 2 句', '第 3 句', '第 4 句'])
  })

  test('keeps its order behind one that has to be tried again', async () => {
    out.answer = async () => {
      throw new PlatformError('platform_down')
    }
    await out.send(here.lin, '先', 'chat-001')
    await out.send(here.lin, '后', 'chat-002')
    await out.work()
    out.answer = out.take
    await out.work()
    expect(out.arrived).toEqual([])

    here.clock.advance(1_300)
    await out.work()
    await out.work()
    expect(out.arrived).toEqual(['先', '后'])
  })

  test('that the platform puts off is said with its next attempt; in the end what to do', async () => {
    const screen = await openWorkbench(here.lin, customerId)
    out.answer = async () => {
      throw new PlatformError('platform_down')
    }
    await out.send(here.lin, '您好', 'chat-001')
    await out.work()
    const retries = async () =>
      (await screen.events()).flatMap((each) => (each.type === 'message_change' && each.retry) || [])
    expect(await retries()).toMatchObject([{ msg: '平台繁忙，正在自动重试' }])
    const waiting = await here.lin.call(messageApi.list, { body: { customerId } })
    expect(waiting.items.at(-1)).toMatchObject({ status: 0, retry: (await retries())[0] })

    for (const ms of [2_000, 5_000, 12_000]) {
      here.clock.advance(ms)
      await out.work()
    }
    expect(await retries()).toHaveLength(3)
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    const failMsg = '平台繁忙，自动重试未成功，请稍后重发'
    expect(items.at(-1)).toMatchObject({ status: 2, failMsg })
    const [{ lastError } = {}] = await here.db.sql
      .select()
      .from(channelAccount)
      .where(eq(channelAccount.id, account.id))
    const history = await here.db.sql.select().from(channelHistory).where(eq(channelHistory.kind, 'send_failed'))
    expect([lastError, ...history.map(({ text }) => text)]).toEqual([failMsg, `发送失败：${failMsg}`])
    await screen.agrees()
  })

  test('that the platform refuses is shown with the reason, gives its place back, and may be tried again', async () => {
    out.answer = async () => {
      throw new PlatformError('words_refused', { platformCode: '2111001', logId: 'log-1' })
    }
    await out.send(here.lin, '您好', 'chat-001')
    await out.work()
    expect(await out.states()).toEqual([['您好', 2, 'words_refused']])
    expect(await replies()).toEqual([0])

    out.answer = out.take
    expect((await out.send(here.lin, '您好', 'chat-001')).status).toBe(2)
    const again = await out.send(here.lin, '您好', 'chat-001', { retry: true })
    expect(again).toMatchObject({ status: 0, quota: { left: 5 } })
    await out.work()
    expect(await out.states()).toEqual([['您好', 1, undefined]])
    expect(out.arrived).toEqual(['您好'])
    expect(await replies()).toEqual([1])
  })

  test.each(['quota_exhausted', 'words_refused'] as const)(
    'that is refused (%s) after the customer has written again takes nothing from what they opened',
    async (kind) => {
      out.answer = async () => {
        await platform.tell(platform.text(account, '小满', '还在吗'))
        await platform.settle()
        await out.send(here.lin, '在的', 'chat-002')
        throw new PlatformError(kind)
      }
      await out.send(here.lin, '您好', 'chat-001')
      await out.work()

      const { quota } = await here.lin.call(customerApi.detail, { query: { customerId } })
      expect(quota).toMatchObject({ left: 5, max: 6 })
      expect(quota.blocked).toBeUndefined()
    },
  )

  test('that a colleague could not send is tried again by whom the customer has now, under the same name', async () => {
    out.answer = async () => {
      throw new PlatformError('words_refused')
    }
    const { seq } = await out.send(here.lin, '您好', 'chat-001')
    await out.work()
    out.answer = out.take
    await here.db.sql.update(customer).set({ agentId: here.wei.id })

    const again = { customerId, chatId: 'chat-001', content: { type: 'text', text: '您好' } }
    expect(await here.wei.refused(messageApi.send, { body: again })).toMatchObject({ msg: '消息标识已被使用' })
    expect(await out.send(here.wei, '您好', 'chat-001', { retry: true })).toMatchObject({ seq, status: 0 })
    await out.work()

    expect(out.arrived).toEqual(['您好'])
    expect(await out.states()).toEqual([['您好', 1, undefined]])
    const { items } = await here.zhao.call(messageApi.list, { body: { customerId } })
    expect(items.filter((item) => item.senderKind === 'human').map((item) => item.senderId)).toEqual([here.lin.id])
  })

  test('whose answer was lost is not repeated: its echo settles it', async () => {
    out.answer = async (...args) => {
      await out.take(...args)
      throw new PlatformError('outcome_unknown')
    }
    await out.send(here.lin, '您好', 'chat-001')
    await out.work()
    await platform.tell(platform.echo(account, '小满', '您好', 'our_api'))
    await platform.settle()
    here.clock.advance(5_000)
    await here.reception.work.overdue.settle()
    here.clock.advance(20_000)
    await out.work()

    expect(out.arrived).toEqual(['您好'])
    expect(await out.states()).toEqual([['您好', 1, undefined]])
  })

  test('whose echo comes long before its answer is told of once', async () => {
    out.answer = async (...args) => {
      const receipt = await out.take(...args)
      await platform.tell(platform.echo(account, '小满', '您好', 'our_api', receipt.platformMessageId))
      await platform.settle()
      here.clock.advance(5_000)
      await here.reception.work.overdue.settle()
      return receipt
    }
    const screen = await openWorkbench(here.lin, customerId)
    await out.send(here.lin, '您好', 'chat-001')
    await out.work()

    expect(await out.states()).toEqual([['您好', 1, undefined]])
    await screen.agrees()
  })

  test('whose answer was lost and which has no echo is called unknown, never sent again by itself', async () => {
    out.answer = async (...args) => {
      await out.take(...args)
      throw new PlatformError('outcome_unknown')
    }
    await out.send(here.lin, '您好', 'chat-001')
    await out.work()
    here.clock.advance(10_000)
    await out.work()
    await out.work()

    expect(out.arrived).toEqual(['您好'])
    expect(await out.states()).toEqual([['您好', 2, 'outcome_unknown']])
  })

  test('that was being sent when its worker died is called unknown; one that was only claimed goes out', async () => {
    await out.send(here.lin, '一', 'chat-001')
    await here.db.sql.update(outbox).set({ state: 'sending', dueAt: new Date(here.clock.now().getTime() + 30_000) })
    here.clock.advance(30_000)
    await out.work()
    here.clock.advance(10_000)
    await out.work()
    expect(await out.states()).toEqual([['一', 2, 'outcome_unknown']])

    await out.send(here.lin, '二', 'chat-002')
    await here.db.sql.update(outbox).set({ state: 'claimed', dueAt: new Date(here.clock.now().getTime() + 60_000) })
    here.clock.advance(60_000)
    await out.work()
    await out.work()
    expect(out.arrived).toEqual(['二'])
  })
})

/** Of the customer's sessions, newest first. */
const replies = async () =>
  (await here.lin.call(customerApi.listSessions, { body: { customerId } })).items.map((each) => each.replies)

test('the history counts of each session the replies that arrived', async () => {
  await out.send(here.lin, '您好', 'chat-001')
  await out.work()
  here.clock.advance(25 * 3_600_000)
  await platform.tell(platform.text(account, '小满', '还在吗'), platform.text(account, '小红', '在吗'))
  await platform.settle()
  out.answer = async () => {
    throw new PlatformError('words_refused')
  }
  await out.send(here.lin, '在的', 'chat-002')
  const [other] = await here.db.sql.select().from(customer).where(eq(customer.name, '小红'))
  const toOther = { customerId: other?.id as CustomerId, chatId: 'chat-003' }
  await here.lin.call(messageApi.send, { body: { ...toOther, content: { type: 'text', text: '您说' } } })
  await out.work()

  expect(await replies()).toEqual([0, 1])
})

test('a source that asks for advertising tells by its answers whether the account does', async () => {
  const relationId = await here.bindRedbook(here.zhao, 'rb-1')
  const redbook = { entId: here.zhao.entId, id: relationId, platformId: 'rb-1', source: 'redbook' as const }
  await platform.tell(platform.text(redbook, '阿青', '在吗'))
  await platform.settle()
  const [other] = await here.db.sql.select().from(customer).where(eq(customer.relationId, relationId))
  const say = (text: string, chatId: string) =>
    here.zhao.call(messageApi.send, {
      body: { customerId: other?.id as CustomerId, chatId, content: { type: 'text', text } },
    })
  Object.assign(here.platform.redbook, { send: out.take })
  await say('您好', 'chat-001')
  await out.work()
  expect((await here.account(relationId)).adStatus).toBe('active')

  Object.assign(here.platform.redbook, {
    send: async () => {
      throw new PlatformError('ads_paused')
    },
  })
  await say('还在吗', 'chat-002')
  await out.work()
  expect((await here.account(relationId)).adStatus).toBe('no_spend')
})

test('an entry from an advertisement sets 投放中 only for a source whose sends require advertising', async () => {
  const relationId = await here.bindRedbook(here.zhao, 'rb-1')
  const redbook = { entId: here.zhao.entId, id: relationId, platformId: 'rb-1', source: 'redbook' as const }
  const enter = async (to: typeof redbook | typeof account, name: string, entry: Entry) => {
    const base = platform.base(to)
    const from = { platformId: name, name }
    await platform.tell({ ...base, kind: 'enter', conversationKey: name, messageId: base.eventKey, from, entry })
    await platform.settle()
  }
  const adStatus = async (id = relationId) => (await here.account(id)).adStatus
  const ad = { ad: { planId: 'a-1', planName: '双十一' } }
  await enter(redbook, '甲', { postId: 'p-1' })
  expect(await adStatus()).toBe('none')
  await enter(redbook, '乙', ad)
  expect(await adStatus()).toBe('active')
  // Nothing would ever tell that its advertising has ended.
  await enter(account, '乙', ad)
  expect(await adStatus(account.id)).toBe('none')

  // What the platform has said since is not outdone by a late click, nor by one that was read before.
  await here.db.sql.update(channelAccount).set({ adStatus: 'no_spend' }).where(eq(channelAccount.id, relationId))
  await enter(redbook, '丙', ad)
  const to = { from: 'none', to: 'active' } as const
  await here.db.transaction((tx) => noteSpend(tx, { ...redbook, relationId }, to, here.clock.now()))
  expect(await adStatus()).toBe('no_spend')
})

describe('who and what may not', () => {
  test('a colleague’s customer, another enterprise’s, and without permission', async () => {
    await out.send(here.lin, '您好', 'chat-001')

    expect(await out.refused(here.zhao, '我来', 'chat-002')).toMatchObject({
      code: 40901,
      data: { agentId: here.lin.id },
    })
    expect(await out.refused(here.wei, '我来', 'chat-002')).toMatchObject({
      code: 40901,
      msg: '已被 林小满 接待，您的回复未发送',
    })
    here.clock.advance(5 * 60_000 + 1)
    expect(await out.refused(here.wei, '我来', 'chat-002')).toMatchObject({ code: 40401 })
    const body = { customerId, chatId: 'chat-002', content: { type: 'text' as const, text: '我来' } }
    expect(await absentForRival(here.rival, messageApi.send, { body })).toMatchObject({ code: 40401 })
    const nobody = await (await here.hire('只看', ['im:viewPage'])).signIn()
    expect(await out.refused(nobody, '我来', 'chat-002')).toMatchObject({ code: 40301 })
  })

  test('contact information is blocked and changes nothing', async () => {
    const refusal = await out.refused(here.lin, '加我微信 abc12345', 'chat-001')

    expect(refusal).toMatchObject({ code: 42201, msg: '平台规定联系方式只能通过卡片发送' })
    expect(await out.states()).toEqual([])
    const [row] = await here.db.sql.select().from(customer)
    expect(row).toMatchObject({ agentId: null, sentSinceInbound: 0 })
  })

  test('the seventh reply until the customer writes again', async () => {
    for (let n = 0; n < 6; n += 1) await out.send(here.lin, `第 ${n} 句`, `chat-00${n}`, { confirmWarn: true })
    expect(await out.refused(here.lin, '再来', 'chat-007')).toMatchObject({
      code: 42201,
      msg: '24 小时内已发满 6 条，客户再次发言后可继续回复',
    })
    await platform.tell(platform.text(account, '小满', '好的'))
    await platform.settle()
    expect((await out.send(here.lin, '再来', 'chat-007')).quota.left).toBe(5)
  })

  test('an empty text and a type no platform takes', async () => {
    for (const text of ['  ', '\u200B'])
      expect(await out.refused(here.lin, text, 'chat-001')).toMatchObject({ code: 42200, msg: '请输入消息内容' })
    const voice = { customerId, chatId: 'chat-001', content: { type: 'voice', text: '/x' } }
    expect(await here.lin.refused(messageApi.send, { body: voice })).toMatchObject({ msg: '抖音不支持发送语音' })
  })
})

/** Beginnings of the failed messages that the agent is told of. */
const told = async (person: Person) => {
  const { items } = await person.call(noticeApi.page, { body: { kind: 'send_failed' } })
  return items.map(({ excerpt }) => excerpt)
}

test('what automation could not send to customers without an owner is told once per account and hour', async () => {
  await platform.tell(platform.text(account, '小寒', '在吗'))
  await platform.settle()
  const ids = (await here.db.sql.select({ id: customer.id }).from(customer)).map(({ id }) => id)
  expect(ids).toHaveLength(2)
  out.answer = async () => {
    throw new PlatformError('words_refused')
  }
  const fail = async (text: string) => {
    for (const [n, id] of ids.entries()) {
      const body = { customerId: id, chatId: `${text}-00${n}`, content: { type: 'text', text: `${text}${n}` } }
      await here.lin.call(messageApi.send, { body })
      await here.lin.call(customerApi.release, { body: { customerId: id } })
    }
    await here.db.sql
      .update(customerMessage)
      .set({ senderKind: 'ai', agentId: null })
      .where(eq(customerMessage.status, 0))
    for (let n = 0; n < 2; n += 1) await out.work()
    await here.db.sql.update(customer).set({ lastHumanSeq: 0 })
  }

  await fail('first')
  expect([await told(here.lin), await told(here.wei)].map((each) => each.length)).toEqual([1, 1])

  here.clock.advance(3_600_000)
  await fail('later')
  expect((await told(here.lin)).filter((excerpt) => excerpt?.startsWith('later'))).toHaveLength(1)
})

test('a failure without an owner is told to all who may answer, once for a customer, and then to who receives it', async () => {
  const reader = await (await here.hire('只看', ['im:viewPage'])).signIn()
  const everybody = async () => [await told(here.lin), await told(here.wei), await told(reader)]
  await out.send(here.lin, '您好', 'chat-001')
  await out.send(here.lin, '在吗', 'chat-002')
  await here.lin.call(customerApi.release, { body: { customerId } })
  out.answer = async () => {
    throw new PlatformError('words_refused')
  }
  for (let n = 0; n < 2; n += 1) await out.work()
  expect(await everybody()).toEqual([['在吗'], ['在吗'], []])

  await here.wei.call(customerApi.receive, { body: { customerId } })
  expect(await everybody()).toEqual([[], ['在吗'], []])
})
