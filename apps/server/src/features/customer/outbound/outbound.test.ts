import { randomBytes } from 'node:crypto'
import { customerApi, type CustomerId, messageApi } from '@ruwu/contract'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { PlatformError } from '../../../channels/platform-error.ts'
import type { ChannelSource } from '../../../channels/source.ts'
import { attachment, audit, customer, customerMessage, outbox } from '../../../db/schema/index.ts'
import { newId } from '../../../platform/ids.ts'
import { openDesk } from '../../../testing/desk-world.ts'
import { attachmentPath } from '../../attachment/index.ts'
import { startNode } from '../../../testing/start-node.ts'
import { Platform } from '../../../testing/platform.ts'
import type { Person } from '../../../testing/person.ts'
import { channelWorld, type ChannelWorld } from '../../../testing/channel-world.ts'

type Send = ChannelSource['send']

let here: ChannelWorld
let platform: Platform
let account: { entId: Person['entId']; id: never; platformId: string; source: 'douyin' }
let customerId: CustomerId
/** What reached the platform, in order. */
let arrived: string[]
let answer: Send

const take: Send = async (_account, _to, content) => {
  arrived.push(content.type === 'text' ? content.text : content.type)
  return { platformMessageId: `@out-${arrived.length}==`, acceptedAt: here.clock.now() }
}

beforeEach(async () => {
  here = await channelWorld()
  platform = new Platform(here)
  arrived = []
  answer = take
  Object.assign(here.platform.douyin, { send: (...args: Parameters<Send>) => answer(...args) })
  const relationId = await here.bindDouyin(here.zhao, 'dy-1')
  account = { entId: here.zhao.entId, id: relationId as never, platformId: 'dy-1', source: 'douyin' }
  await platform.tell(platform.text(account, '小满', '在吗'))
  await platform.settle()
  const [row] = await here.db.sql.select().from(customer)
  customerId = row?.id as CustomerId
})

const send = (person: Person, text: string, chatId: string, more: { retry?: boolean; confirmWarn?: boolean } = {}) =>
  person.call(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text }, ...more } })

const refused = (person: Person, text: string, chatId: string) =>
  person.refused(messageApi.send, { body: { customerId, chatId, content: { type: 'text', text } } })

/** One round of the worker, to its end. */
const work = async (node: { reception: ChannelWorld['reception'] } = here) => {
  await node.reception.work.outbound.run()
  await node.reception.work.outbound.drain()
}

const states = async () => {
  const { items } = await here.zhao.call(messageApi.list, { body: { customerId } })
  return items
    .filter((item) => item.senderKind === 'human')
    .map((item) => [item.content.text, item.status, item.failKind])
}

describe('a message to a customer', () => {
  test('is acknowledged with its place, goes out, and receives the customer', async () => {
    const acknowledged = await send(here.lin, '您好', 'chat-001')
    expect(acknowledged).toMatchObject({
      chatId: 'chat-001',
      status: 0,
      quota: { left: 5, max: 6, ruleId: 'douyin.reply' },
    })
    const screen = await openDesk(here.lin, customerId)
    await work()

    expect(arrived).toEqual(['您好'])
    expect(await states()).toEqual([['您好', 1, undefined]])
    const [row] = await here.db.sql.select().from(customer)
    expect(row).toMatchObject({ agentId: here.lin.id, waitingSince: null, lastMessage: { text: '您好', status: 1 } })
    expect(await here.db.sql.select().from(outbox)).toEqual([])
    await screen.agrees()
  })

  test('is named in lists by who of us said it, on every open screen; what was said in the app by nobody', async () => {
    const screen = await openDesk(here.zhao, customerId)
    await send(here.lin, '您好', 'chat-001')
    const last = async () => (await here.zhao.call(customerApi.list, { body: { scope: 2 } })).items[0]?.lastMessage

    expect(await last()).toMatchObject({ agentId: here.lin.id, agentName: '林小满' })
    await screen.agrees()
    await platform.tell(platform.echo(account, '小满', '在的', 'app'))
    await platform.settle()
    expect(await last()).toMatchObject({ text: '在的', agentId: null, agentName: null })
    await screen.agrees()
  })

  test('under the same name is answered and never sent twice, also when both come at once', async () => {
    const answers = await Promise.all([send(here.lin, '您好', 'chat-001'), send(here.lin, '您好', 'chat-001')])
    expect(answers[0]?.seq).toBe(answers[1]?.seq)
    await work()
    expect((await send(here.lin, '您好', 'chat-001')).status).toBe(1)
    await work()

    expect(arrived).toEqual(['您好'])
  })

  test('goes out once though two workers look for it', async () => {
    const second = await startNode(here.databaseUrl, here.clock, undefined, { openSources: () => here.platform })
    try {
      for (let n = 0; n < 5; n += 1) await send(here.lin, `第 ${n} 句`, `chat-00${n}`)
      for (let n = 0; n < 8; n += 1) {
        await Promise.all([work(), work(second)])
        here.clock.advance(1_000)
      }
    } finally {
      await second.close()
    }
    expect(arrived).toEqual(['第 0 句', '第 1 句', '第 2 句', '第 3 句', '第 4 句'])
  })

  test('keeps its order behind one that has to be tried again', async () => {
    answer = async () => {
      throw new PlatformError('platform_down')
    }
    await send(here.lin, '先', 'chat-001')
    await send(here.lin, '后', 'chat-002')
    await work()
    answer = take
    await work()
    expect(arrived).toEqual([])

    here.clock.advance(1_300)
    await work()
    await work()
    expect(arrived).toEqual(['先', '后'])
  })

  test('that the platform refuses is shown with the reason, gives its place back, and may be tried again', async () => {
    answer = async () => {
      throw new PlatformError('words_refused', { platformCode: '2111001', logId: 'log-1' })
    }
    await send(here.lin, '您好', 'chat-001')
    await work()
    expect(await states()).toEqual([['您好', 2, 'words_refused']])

    answer = take
    expect((await send(here.lin, '您好', 'chat-001')).status).toBe(2)
    const again = await send(here.lin, '您好', 'chat-001', { retry: true })
    expect(again).toMatchObject({ status: 0, quota: { left: 5 } })
    await work()
    expect(await states()).toEqual([['您好', 1, undefined]])
    expect(arrived).toEqual(['您好'])
  })

  test.each(['quota_exhausted', 'words_refused'] as const)(
    'that is refused (%s) after the customer has written again takes nothing from what they opened',
    async (kind) => {
      answer = async () => {
        await platform.tell(platform.text(account, '小满', '还在吗'))
        await platform.settle()
        await send(here.lin, '在的', 'chat-002')
        throw new PlatformError(kind)
      }
      await send(here.lin, '您好', 'chat-001')
      await work()

      const { quota } = await here.lin.call(customerApi.detail, { query: { customerId } })
      expect(quota).toMatchObject({ left: 5, max: 6 })
      expect(quota.blocked).toBeUndefined()
    },
  )

  test('that a colleague could not send is tried again by whom the customer has now, under the same name', async () => {
    answer = async () => {
      throw new PlatformError('words_refused')
    }
    const { seq } = await send(here.lin, '您好', 'chat-001')
    await work()
    answer = take
    await here.db.sql.update(customer).set({ agentId: here.wei.id })

    const again = { customerId, chatId: 'chat-001', content: { type: 'text', text: '您好' } }
    expect(await here.wei.refused(messageApi.send, { body: again })).toMatchObject({ msg: '消息标识已被使用' })
    expect(await send(here.wei, '您好', 'chat-001', { retry: true })).toMatchObject({ seq, status: 0 })
    await work()

    expect(arrived).toEqual(['您好'])
    expect(await states()).toEqual([['您好', 1, undefined]])
    const { items } = await here.zhao.call(messageApi.list, { body: { customerId } })
    expect(items.filter((item) => item.senderKind === 'human').map((item) => item.senderId)).toEqual([here.lin.id])
  })

  test('whose answer was lost is not repeated: its echo settles it', async () => {
    answer = async (...args) => {
      await take(...args)
      throw new PlatformError('outcome_unknown')
    }
    await send(here.lin, '您好', 'chat-001')
    await work()
    await platform.tell(platform.echo(account, '小满', '您好', 'our_api'))
    await platform.settle()
    here.clock.advance(5_000)
    await here.reception.work.overdue.settle()
    here.clock.advance(20_000)
    await work()

    expect(arrived).toEqual(['您好'])
    expect(await states()).toEqual([['您好', 1, undefined]])
  })

  test('whose echo comes long before its answer is told of once', async () => {
    answer = async (...args) => {
      const receipt = await take(...args)
      await platform.tell(platform.echo(account, '小满', '您好', 'our_api', receipt.platformMessageId))
      await platform.settle()
      here.clock.advance(5_000)
      await here.reception.work.overdue.settle()
      return receipt
    }
    const screen = await openDesk(here.lin, customerId)
    await send(here.lin, '您好', 'chat-001')
    await work()

    expect(await states()).toEqual([['您好', 1, undefined]])
    await screen.agrees()
  })

  test('whose answer was lost and which has no echo is called unknown, never sent again by itself', async () => {
    answer = async (...args) => {
      await take(...args)
      throw new PlatformError('outcome_unknown')
    }
    await send(here.lin, '您好', 'chat-001')
    await work()
    here.clock.advance(10_000)
    await work()
    await work()

    expect(arrived).toEqual(['您好'])
    expect(await states()).toEqual([['您好', 2, 'outcome_unknown']])
  })

  test('that was being sent when its worker died is called unknown; one that was only claimed goes out', async () => {
    await send(here.lin, '一', 'chat-001')
    await here.db.sql.update(outbox).set({ state: 'sending', dueAt: new Date(here.clock.now().getTime() + 30_000) })
    here.clock.advance(30_000)
    await work()
    here.clock.advance(10_000)
    await work()
    expect(await states()).toEqual([['一', 2, 'outcome_unknown']])

    await send(here.lin, '二', 'chat-002')
    await here.db.sql.update(outbox).set({ state: 'claimed', dueAt: new Date(here.clock.now().getTime() + 60_000) })
    here.clock.advance(60_000)
    await work()
    await work()
    expect(arrived).toEqual(['二'])
  })
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
  Object.assign(here.platform.redbook, { send: take })
  await say('您好', 'chat-001')
  await work()
  expect((await here.account(relationId)).adStatus).toBe('active')

  Object.assign(here.platform.redbook, {
    send: async () => {
      throw new PlatformError('ads_paused')
    },
  })
  await say('还在吗', 'chat-002')
  await work()
  expect((await here.account(relationId)).adStatus).toBe('no_spend')
})

describe('who and what may not', () => {
  test('a colleague’s customer, another enterprise’s, and without permission', async () => {
    await send(here.lin, '您好', 'chat-001')

    expect(await refused(here.zhao, '我来', 'chat-002')).toMatchObject({ code: 40901, data: { agentId: here.lin.id } })
    expect(await refused(here.wei, '我来', 'chat-002')).toMatchObject({ code: 40401 })
    expect(await refused(here.rival, '我来', 'chat-002')).toMatchObject({ code: 40401 })
    const nobody = await (await here.hire('只看', ['im:viewPage'])).signIn()
    expect(await refused(nobody, '我来', 'chat-002')).toMatchObject({ code: 40301 })
  })

  test('contact information is blocked and changes nothing', async () => {
    const refusal = await refused(here.lin, '加我微信 abc12345', 'chat-001')

    expect(refusal).toMatchObject({ code: 42201, msg: '平台规定联系方式只能通过卡片发送' })
    expect(await states()).toEqual([])
    const [row] = await here.db.sql.select().from(customer)
    expect(row).toMatchObject({ agentId: null, sentSinceInbound: 0 })
  })

  test('the seventh reply until the customer writes again', async () => {
    for (let n = 0; n < 6; n += 1) await send(here.lin, `第 ${n} 句`, `chat-00${n}`, { confirmWarn: true })
    expect(await refused(here.lin, '再来', 'chat-007')).toMatchObject({
      code: 42201,
      msg: '24 小时内已发满 6 条，客户再次发言后可继续回复',
    })
    await platform.tell(platform.text(account, '小满', '好的'))
    await platform.settle()
    expect((await send(here.lin, '再来', 'chat-007')).quota.left).toBe(5)
  })

  test('an empty text and a type no platform takes', async () => {
    for (const text of ['  ', '\u200B'])
      expect(await refused(here.lin, text, 'chat-001')).toMatchObject({ code: 42200, msg: '请输入消息内容' })
    const voice = { customerId, chatId: 'chat-001', content: { type: 'voice', text: '/x' } }
    expect(await here.lin.refused(messageApi.send, { body: voice })).toMatchObject({ msg: '抖音不支持发送语音' })
  })
})

/** Kept as an upload would have kept it. */
const keep = async (given: Partial<typeof attachment.$inferInsert>) => {
  const key = randomBytes(24).toString('base64url')
  const { entId } = here.zhao
  const file = { key, entId, fileName: 'a.png', ext: 'png', contentType: 'image/png', size: 9 }
  const row = { ...file, uploaderId: here.wei.id, topicId: null, isPrivate: true, createdAt: here.clock.now() }
  await here.db.sql.insert(attachment).values({ ...row, ...given })
  return {
    customerId,
    chatId: newId<string>(here.clock.now()).slice(-8),
    content: { type: 'image', text: attachmentPath(key) },
  }
}

describe('a picture', () => {
  test('goes out when the sender may see it: one’s own, everybody’s, and those of threads one is in', async () => {
    const topicId = newId<string>(here.clock.now())
    for (const given of [
      { uploaderId: here.lin.id, topicId },
      { isPrivate: false, topicId },
      {},
      { topicId: customerId },
    ])
      expect(await here.lin.call(messageApi.send, { body: await keep(given) })).toMatchObject({ status: 0 })
  })

  test('of a thread the sender is not in, or of another enterprise, is not there', async () => {
    await platform.tell(platform.text(account, '小暑', '在吗'))
    await platform.settle()
    await here.db.sql.update(customer).set({ agentId: here.wei.id }).where(eq(customer.name, '小暑'))
    const [other] = await here.db.sql.select().from(customer).where(eq(customer.name, '小暑'))

    for (const given of [
      { topicId: other!.id },
      { topicId: newId<string>(here.clock.now()) },
      { entId: here.rival.entId, isPrivate: false },
    ])
      expect(await here.lin.refused(messageApi.send, { body: await keep(given) })).toMatchObject({
        code: 42200,
        msg: '图片不存在或已删除',
      })
  })
})

describe('copying what was said', () => {
  test('is written down when there is a contact in clear in it', async () => {
    await platform.tell(platform.text(account, '小满', '我电话 13800001234'))
    await platform.settle()
    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    const [hello, number] = items.filter((item) => item.senderKind === 'customer')
    const masked = await (await here.hire('遮挡', ['im:viewPage'])).signIn()

    await here.lin.call(messageApi.copied, { body: { id: hello!.id } })
    await masked.call(messageApi.copied, { body: { id: number!.id } })
    expect(await here.db.sql.select().from(audit)).toEqual([])
    await here.lin.call(messageApi.copied, { body: { id: number!.id } })

    expect(await here.db.sql.select().from(audit)).toMatchObject([
      { agentId: here.lin.id, action: 'message.copy', object: number!.id },
    ])
    const absent = { code: 40401, msg: '消息不存在或已删除' }
    expect(await here.rival.refused(messageApi.copied, { body: { id: number!.id } })).toMatchObject(absent)
    await here.db.sql.update(customer).set({ agentId: here.wei.id })
    expect(await here.lin.refused(messageApi.copied, { body: { id: number!.id } })).toMatchObject(absent)
  })
})

const WAITING = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
const countWaiting = async () => (await here.db.pool.query(WAITING)).rowCount

/** One after the other, though each has looked at things before the first was done. */
async function inLine(...calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const begun: Promise<unknown>[] = []
  await here.db.transaction(async (tx) => {
    await tx.sql.execute(sql`select 1 from customer for update`)
    for (const call of calls) {
      begun.push(call())
      await expect.poll(countWaiting).toBe(begun.length)
    }
  })
  return Promise.all(begun)
}

describe('taking back', () => {
  test('what somebody has just tried again catches it before it leaves', async () => {
    answer = async () => {
      throw new PlatformError('words_refused')
    }
    const { id } = await send(here.lin, '说错了', 'chat-001')
    await work()
    answer = take
    const screen = await openDesk(here.lin, customerId)

    await inLine(
      () => send(here.lin, '说错了', 'chat-001', { retry: true }),
      () => here.lin.call(messageApi.withdraw, { body: { id } }),
    )
    await work()

    expect(arrived).toEqual([])
    expect(await here.db.sql.select().from(outbox)).toEqual([])
    expect(await here.lin.call(customerApi.detail, { query: { customerId } })).toMatchObject({ quota: { left: 6 } })
    await screen.agrees()
  })

  test('what somebody has tried again and what arrived meanwhile is refused: it would stay there', async () => {
    answer = async () => {
      throw new PlatformError('words_refused')
    }
    const { id } = await send(here.lin, '说错了', 'chat-001')
    await work()
    let asked: ReturnType<Person['refused']> | undefined
    await here.db.transaction(async (tx) => {
      await tx.sql.execute(sql`select 1 from customer for update`)
      asked = here.lin.refused(messageApi.withdraw, { body: { id } })
      await expect.poll(countWaiting).toBe(1)
      const arrivedAfterAll = { status: 1, failKind: null, failMsg: null } as const
      await tx.sql.update(customerMessage).set(arrivedAfterAll).where(eq(customerMessage.id, id))
    })

    expect(await asked).toMatchObject({ code: 42200, msg: '消息正在发送，请稍后再试' })
    expect(await states()).toEqual([['说错了', 1, undefined]])
  })

  test('what never arrived does not make it sent', async () => {
    answer = async () => {
      throw new PlatformError('words_refused')
    }
    const { id } = await send(here.lin, '说错了', 'chat-001')
    await work()
    const screen = await openDesk(here.lin, customerId)

    expect(await here.lin.call(messageApi.withdraw, { body: { id } })).toMatchObject({ recall: true, status: 2 })

    const { items } = await here.lin.call(messageApi.list, { body: { customerId } })
    expect(items.find((item) => item.id === id)).toMatchObject({
      status: 2,
      recall: true,
      content: { type: 'recalled' },
    })
    await screen.agrees()
  })

  test('within two minutes, at the platform first; a refusal there changes nothing', async () => {
    const { id } = await send(here.lin, '说错了', 'chat-001')
    await work()
    Object.assign(here.platform.douyin, {
      recall: async () => {
        throw new PlatformError('recall_too_late')
      },
    })
    expect(await here.lin.refused(messageApi.withdraw, { body: { id } })).toMatchObject({
      code: 42202,
      msg: '消息已超过可撤回时间',
    })
    expect(await states()).toEqual([['说错了', 1, undefined]])

    Object.assign(here.platform.douyin, { recall: async () => {} })
    expect(await here.lin.call(messageApi.withdraw, { body: { id } })).toMatchObject({ recall: true })
    expect(await here.rival.refused(messageApi.withdraw, { body: { id } })).toMatchObject({ code: 40401 })
  })

  test('asked ten times at once, the platform is asked once', async () => {
    const { id } = await send(here.lin, '说错了', 'chat-001')
    await work()
    let recalls = 0
    Object.assign(here.platform.douyin, {
      recall: async () => {
        recalls += 1
        if (recalls > 1) throw new PlatformError('unknown')
      },
    })

    const answers = await Promise.all(
      Array.from({ length: 10 }, () => here.lin.call(messageApi.withdraw, { body: { id } })),
    )

    expect(answers.filter(({ recall }) => !recall)).toEqual([])
    expect(recalls).toBe(1)
  })

  test('what is still waiting never leaves; later, or another’s, is refused', async () => {
    const { id } = await send(here.lin, '说错了', 'chat-001')
    await here.lin.call(messageApi.withdraw, { body: { id } })
    await work()
    expect(arrived).toEqual([])

    const later = await send(here.lin, '再说', 'chat-002')
    expect(await here.zhao.refused(messageApi.withdraw, { body: { id: later.id } })).toMatchObject({
      msg: '只能撤回自己发送的消息',
    })
    here.clock.advance(120_000)
    expect(await here.lin.refused(messageApi.withdraw, { body: { id: later.id } })).toMatchObject({
      msg: '消息已超过 2 分钟，无法撤回',
    })
  })
})
