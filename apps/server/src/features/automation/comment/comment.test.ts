import { automationApi, type CommentVersion, messageApi } from '@ruwu/contract'
import { DEFAULT_COMMENT } from '@ruwu/domain'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { PlatformError } from '../../../channels/platform-error.ts'
import {
  automationLog,
  channelAccount,
  commentReply,
  customer,
  customerActivity,
  pointLedger,
} from '../../../db/schema/index.ts'
import { auditEntries } from '../../../testing/audit-entries.ts'
import { channelWorld } from '../../../testing/channel-world.ts'
import { Platform } from '../../../testing/platform.ts'
import { claimComment, storeComments } from './comment.repo.ts'

const ON: CommentVersion = { ...DEFAULT_COMMENT, enabled: true, version: 0 }
const REPLY = DEFAULT_COMMENT.reply
const GUIDE = DEFAULT_COMMENT.guide.text

/** A 小红书 account under whose notes people comment. */
async function commentWorld(setting: Partial<CommentVersion> = {}) {
  const here = await channelWorld()
  const { zhao, db, clock, reception } = here
  const platform = new Platform(here)
  const relationId = await here.bindRedbook(zhao, 'rb-1')
  const account = { entId: zhao.entId, id: relationId, platformId: 'rb-1', source: 'redbook' as const }
  await zhao.call(automationApi.saveComment, { body: { ...ON, ...setting } })

  const replies: string[] = []
  const world = {
    ...here,
    account,
    replies,
    /** How the platform answers a reply. */
    answer: async (): Promise<void> => {},
    event: (name: string, text: string, postId = 'note-1') => ({
      ...platform.base(account),
      kind: 'comment' as const,
      commentId: platform.newId(),
      postId,
      from: { platformId: name, name },
      text,
    }),
    tell: async (...events: Parameters<Platform['tell']>) => {
      await platform.tell(...events)
      await platform.settle()
    },
    comment: async (name: string, text: string, postId?: string) => world.tell(world.event(name, text, postId)),
    write: async (name: string, text: string) => world.tell(platform.text(account, name, text)),
    work: async () => {
      while (await reception.work.comments.run()) {
        // Until the queue is empty.
      }
    },
    customers: () => db.sql.select().from(customer),
    logs: async () =>
      (await db.sql.select().from(automationLog).orderBy(automationLog.at, automationLog.id)).map(
        ({ name, result, reason }) => [name, result, reason],
      ),
    lines: async () => {
      const [row] = await world.customers()
      const { items } = await zhao.call(messageApi.list, { body: { customerId: row!.id } })
      return items.map(({ senderKind, content }) => `${senderKind}: ${content.text}`)
    },
    later: (ms: number) => clock.advance(ms),
  }
  Object.assign(here.platform.redbook, {
    replyToComment: async (_account: unknown, { commentId }: { commentId: string }, text: string) => {
      await world.answer()
      replies.push(`${commentId} ${text}`)
    },
  })
  return world
}

// R160
test('a comment with a keyword is answered below it and in private, once per person and post', async () => {
  const here = await commentWorld()

  await here.comment('小满', '这款多少钱呀')
  await here.work()
  await here.comment('小满', '价格多少')
  await here.work()

  expect(here.replies).toEqual([expect.stringContaining(REPLY)])
  expect(await here.lines()).toEqual([
    'system: 客户在内容下评论：这款多少钱呀',
    `system: 已回复客户的评论：${REPLY}`,
    `flow: ${GUIDE}`,
  ])
  expect(await here.logs()).toEqual([
    ['评论回复', 'sent', ''],
    ['引导私信', 'sent', ''],
  ])
  here.later(1_000)
  await here.comment('小满', '这个多少钱', 'note-2')
  await here.work()
  expect(here.replies).toHaveLength(2)
  const { items } = await here.zhao.call(automationApi.logPage, {
    body: { type: 'comment', page: 1, pageSize: 20 },
  })
  expect(items).toHaveLength(4)
  expect(items.at(-1)).toMatchObject({ customerName: '小满', input: '评论：这款多少钱呀', output: REPLY })
  expect(await here.zhao.call(automationApi.more, {})).toMatchObject({
    comment: { repliedInWeek: 2, guidedInWeek: 2 },
  })
})

test('what shows no intent leaves nothing, and the next comment of the person is looked at', async () => {
  const here = await commentWorld()

  await here.comment('小满', '好看')
  await here.work()
  expect(await here.customers()).toEqual([])
  expect(await here.db.sql.select().from(commentReply)).toEqual([])
  await here.comment('小满', '求链接')
  await here.work()

  expect(here.replies).toHaveLength(1)
})

test('two comments before the answer are answered once, below the second, on two nodes', async () => {
  const here = await commentWorld()

  await here.comment('小满', '好看')
  await here.comment('小满', '多少钱')
  const { commentId } = (await here.db.sql.select().from(commentReply))[0]!
  await Promise.all([here.work(), here.work(), here.work()])

  expect(here.replies).toEqual([`${commentId} ${REPLY}`])
})

test('the author, the enterprise’s other accounts, 抖音, and comments of yesterday are left alone', async () => {
  const here = await commentWorld()
  await here.bindRedbook(here.zhao, 'rb-2')
  await here.bindDouyin(here.zhao, 'dy-1')
  const old = here.event('小满', '多少钱')
  here.later(24 * 3_600_000)

  await here.comment('rb-1', '多少钱')
  await here.comment('rb-2', '多少钱')
  await here.tell({ ...here.event('小雨', '多少钱'), source: 'douyin', accountId: 'dy-1' })
  await here.tell(old)
  await here.work()

  expect(here.replies).toEqual([])
  expect(await here.db.sql.select().from(commentReply)).toEqual([])
})

test('off, nothing is stored; switched off meanwhile, nothing is answered', async () => {
  const here = await commentWorld()
  await here.comment('小满', '多少钱')
  await here.zhao.call(automationApi.saveComment, { body: { ...ON, enabled: false, version: 1 } })
  await here.work()
  await here.comment('小雨', '多少钱')

  expect(here.replies).toEqual([])
  expect(await here.db.sql.select().from(commentReply)).toEqual([])
})

test('a contact in the reply holds it back, which is logged and shown; the next comment is answered', async () => {
  const here = await commentWorld({ reply: '加微信 ruwu_2026 咨询' })
  await here.comment('小满', '多少钱')
  await here.work()
  expect(here.replies).toEqual([])
  expect(await here.logs()).toEqual([['评论回复', 'blocked', expect.stringContaining('联系方式')]])
  expect(await here.lines()).toContainEqual(expect.stringContaining('评论回复未发送'))
  await here.zhao.call(automationApi.saveComment, { body: { ...ON, version: 1 } })
  here.later(1_000)
  await here.comment('小满', '价格呢')
  await here.work()

  expect(here.replies).toHaveLength(1)
  expect(await here.lines()).toContain('system: 客户在内容下评论：价格呢')
})

test('while automation is paused comments wait, for a day at most', async () => {
  const here = await commentWorld()
  await here.tell({ ...here.event('小雨', '多少钱'), occurredAt: new Date(here.clock.now().getTime() - 86_390_000) })
  await here.zhao.call(automationApi.pause, { body: { paused: true } })
  here.later(10_000)
  await here.comment('小满', '多少钱')
  await here.work()
  expect(await here.logs()).toEqual([])
  await here.zhao.call(automationApi.pause, { body: { paused: false } })
  await here.work()

  expect(here.replies).toHaveLength(1)
  expect(await here.customers()).toMatchObject([{ platformUserId: '小满' }])
})

test('an account whose authorisation ends soon still answers', async () => {
  const here = await commentWorld()
  await here.db.sql.update(channelAccount).set({ openStatus: 'expiring' })
  await here.comment('小满', '多少钱')
  await here.work()

  expect(here.replies).toHaveLength(1)
})

test('the next comment after a refused reply is answered; without an outcome it is not', async () => {
  const here = await commentWorld()
  const kinds = ['contact_refused', 'outcome_unknown'] as const
  for (const kind of kinds) {
    here.answer = async () => {
      throw new PlatformError(kind)
    }
    await here.comment(kind, '多少钱')
    await here.work()
  }
  here.answer = async () => {}
  for (const kind of kinds) {
    await here.comment(kind, '价格多少')
    await here.work()
  }

  expect(here.replies).toHaveLength(1)
  expect(await here.db.sql.select().from(commentReply)).toHaveLength(2)
})

test('a slow platform: the next comment is leased from its own start, and answered by one node', async () => {
  const here = await commentWorld()
  await here.comment('小满', '多少钱')
  await here.comment('小雨', '多少钱')
  let calls = 0
  here.answer = async () => {
    here.later(40_000)
    if (++calls === 2) await here.reception.work.comments.run()
  }
  await here.work()

  expect((await here.logs()).filter(([name]) => name === '评论回复')).toEqual([
    ['评论回复', 'sent', ''],
    ['评论回复', 'sent', ''],
  ])
})

test('a node that is late does not ask again for what another has ended', async () => {
  const here = await commentWorld()
  await here.comment('小满', '多少钱')
  here.answer = async () => {
    here.later(60_000)
    await here.reception.work.comments.run()
    throw new PlatformError('rate_limited')
  }
  await here.reception.work.comments.run()
  here.answer = async () => {}
  here.later(30_000)
  await here.work()

  expect(here.replies).toEqual([])
  expect(await here.logs()).toEqual([['评论回复', 'failed', '平台没有确认，不再重试']])
})

test('an error of our own before the call is tried again, then logged as failed; the next comment is answered', async () => {
  const here = await commentWorld()
  await here.db.sql.update(channelAccount).set({ tokens: Buffer.from('broken') })
  await here.comment('小满', '多少钱')
  for (let count = 0; count < 7; count++) {
    expect(await here.logs()).toEqual([])
    await here.work()
    here.later(60_000)
  }
  expect(await here.logs()).toEqual([['评论回复', 'failed', '系统多次出错，未能回复']])
  await here.db.sql.update(channelAccount).set({ tokens: null })
  await here.comment('小满', '价格多少')
  await here.work()

  expect(here.replies).toHaveLength(1)
})

test('a second comment while the first is judged: both are one line, answered at once', async () => {
  const here = await commentWorld()
  await here.comment('小满', '多少钱')
  const second = here.event('小满', '在吗')
  let work = Promise.resolve()
  await here.db.transaction(async (tx) => {
    // Stops the worker between the claim and the reply.
    await tx.sql.execute(sql`lock table automation_setting in access exclusive mode`)
    work = here.work()
    await vi.waitFor(async () => expect(await here.db.sql.select().from(commentReply)).toMatchObject([{ tries: 1 }]))
    await storeComments(tx.sql, [second], here.clock.now())
  })
  await work

  expect(here.replies).toEqual([`${second.commentId} ${REPLY}`])
  expect((await here.lines()).filter((line) => line.includes('评论：'))).toEqual([
    'system: 客户在内容下评论：多少钱\n在吗',
    `system: 已回复客户的评论：${REPLY}`,
  ])
})

test('a second comment while the platform is busy is a line of its own, and the one that is answered', async () => {
  const here = await commentWorld()
  here.answer = async () => {
    throw new PlatformError('rate_limited')
  }
  await here.comment('小满', '多少钱')
  await here.work()
  here.answer = async () => {}
  const second = here.event('小满', '在吗')
  await here.tell(second)
  await here.work()

  expect(here.replies).toEqual([`${second.commentId} ${REPLY}`])
  expect((await here.lines()).slice(0, 2)).toEqual([
    'system: 客户在内容下评论：多少钱',
    'system: 客户在内容下评论：在吗',
  ])
})

test('a refused reply is logged as failed without a private message; a platform that is busy is asked again', async () => {
  const here = await commentWorld()
  here.answer = async () => {
    throw new PlatformError('rate_limited')
  }
  await here.comment('小满', '多少钱')
  await here.work()
  expect(await here.logs()).toEqual([])
  here.answer = async () => {
    throw new PlatformError('contact_refused')
  }
  here.later(30_000)
  await here.work()

  expect(await here.logs()).toEqual([['评论回复', 'failed', expect.any(String)]])
  expect(await here.lines()).toEqual(['system: 客户在内容下评论：多少钱'])
})

test('after a stop during the call no node tries again: the comment may have been answered', async () => {
  const here = await commentWorld()
  here.answer = async () => {
    throw new Error('the process is gone')
  }
  await here.comment('小满', '多少钱')
  await here.work()
  here.answer = async () => {}
  here.later(60_000)
  await here.work()
  await here.work()

  expect(here.replies).toEqual([])
  expect(await here.logs()).toEqual([['评论回复', 'failed', '平台没有确认，不再重试']])
})

test('AI 判定 answers what means to buy, and costs a point per reply', async () => {
  const here = await commentWorld({ mode: 'ai', keywords: [] })
  await here.comment('小满', '想购买，价格、链接、地址、款式，怎么买，想预约')
  await here.comment('小雨', '今天天气不错')
  await here.work()

  expect(here.replies).toHaveLength(1)
  expect((await here.db.sql.select().from(pointLedger)).filter(({ item }) => item === 'comment')).toMatchObject([
    { delta: -1 },
  ])
})

test('a person who commented and then writes enters for the first time, and was prompted', async () => {
  const here = await commentWorld({ guide: { enabled: false, text: '' } })
  await here.comment('小满', '多少钱')
  await here.work()
  const [{ id: customerId } = { id: undefined }] = await here.customers()
  const sent = await here.zhao.call(messageApi.send, {
    body: { customerId: customerId!, chatId: 'aaaaaaaa', content: { type: 'text', text: '您好' } },
  })
  await here.write('小满', '在吗')

  expect(sent.status).toBe(0)
  expect(await here.customers()).toHaveLength(1)
  expect(await here.db.sql.select().from(customerActivity)).toMatchObject([{ isFirst: true }])
})

test('a saved setting leaves its entry', async () => {
  const here = await commentWorld()

  expect(await auditEntries(here.db, automationApi.saveComment)).toMatchObject([{ after: { reply: REPLY } }])
})

test.each([
  [{ keywords: [] }, { keywords: '请输入关键词' }],
  [{ reply: '' }, { reply: '请输入评论回复' }],
  [{ guide: { enabled: true, text: '' } }, { 'guide.text': '请输入私信内容' }],
])('%j is refused', async (change, fields) => {
  const { zhao } = await channelWorld()

  expect(await zhao.refused(automationApi.saveComment, { body: { ...ON, ...change } })).toMatchObject({
    code: 40001,
    data: { fields },
  })
})

test('an enterprise with many comments under way does not hold up the others', async () => {
  const { zhao, rival, bindRedbook, account, event, db, clock } = await commentWorld()
  await bindRedbook(rival, 'rb-2')
  await rival.call(automationApi.saveComment, { body: ON })
  const other = { ...event('小雨', '多少钱'), accountId: 'rb-2' }
  await storeComments(
    db.sql,
    ['一', '二', '三'].map((name) => event(name, '多少钱')),
    clock.now(),
  )
  clock.advance(1)
  await storeComments(db.sql, [other], clock.now())
  const claim = () => claimComment(db.sql, clock.now(), new Date(clock.now().getTime() + 60_000))

  const claimed = [await claim(), await claim(), await claim(), await claim()]

  expect(claimed.map((row) => row?.entId)).toEqual([zhao.entId, zhao.entId, rival.entId, undefined])
  // Its third comment has its turn when a lease is over.
  clock.advance(60_000)
  expect((await claim())?.entId).toBe(account.entId)
})
