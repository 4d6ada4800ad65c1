import type { CardRuleId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { cardRule, inboundCause } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { type AiWorld, aiWorld } from '../testing/ai-world.ts'
import { openAccount } from '../testing/platform.ts'
import { CAUSE_LEASE_MS, storeCauses } from './cause.repo.ts'
import { CAUSE_GIVE_UP_MS, type CauseDeps, CauseWorker } from './cause-worker.ts'

/** An account with a card rule, which has to check every message. */
async function causeWorld() {
  const here = await aiWorld()
  const now = here.clock.now()
  await here.db.sql.insert(cardRule).values({
    entId: here.account.entId,
    id: newId<CardRuleId>(now),
    relationId: here.account.id,
    position: 0,
    name: '问价',
    trigger: { type: 'keyword', match: 'contains', words: ['价格'] },
    materialIds: [],
    delaySec: 0,
    maxPerCustomer: 1,
    intervalHours: 24,
    skipWithLead: false,
    dailyMax: 0,
    goesOn: false,
    enabled: true,
    createdAt: now,
    updatedAt: now,
  })
  return here
}

async function say({ platform, account }: AiWorld, person: string, text: string, base = platform.base(account)) {
  await platform.tell({
    ...base,
    kind: 'message',
    conversationKey: `conv-${person}`,
    messageId: base.eventKey,
    from: { platformId: person, name: person },
    content: { type: 'text', text, maskedPhone: false },
  })
  await platform.settle()
}

/** A separate node that records the causes it handles. */
function nodeOf({ db, clock }: AiWorld, handle: CauseDeps['handle'] = async () => undefined) {
  const told: string[] = []
  const worker = new CauseWorker({
    db,
    clock,
    log: createLog('silent'),
    handle: async (cause) => {
      told.push(cause.kind === 'message' ? cause.text : cause.kind)
      return handle(cause)
    },
  })
  return { told, worker }
}

const left = async ({ db }: AiWorld) => (await db.sql.select().from(inboundCause)).length

test('what a node did not come to look at is looked at by the next one, in the order it was said', async () => {
  const here = await causeWorld()
  await say(here, '小满', '在吗')
  await say(here, '小满', '多少钱')
  await say(here, '小满', '包邮吗')

  const next = nodeOf(here)
  expect(await next.worker.run()).toBe(true)
  expect(await next.worker.run()).toBe(false)

  expect(next.told).toEqual(['在吗', '多少钱', '包邮吗'])
  expect(await left(here)).toBe(0)
})

// R142
test('the first words of a customer count as the first entry, whatever stands before them in the thread', async () => {
  const here = await causeWorld()
  const about = { ...here.platform.base(here.account), from: { platformId: '小雨', name: '小雨' } }
  await here.platform.tell(
    here.platform.echo(here.account, '小满', '您好，欢迎', 'app'),
    { ...about, kind: 'wechat_copied' },
    { ...about, eventKey: 'enter', kind: 'enter', conversationKey: 'conv-小雨', entry: {} },
  )
  await here.platform.settle()
  await say(here, '小满', '在吗')
  await say(here, '小满', '多少钱')
  await say(here, '小雨', '有货吗')

  const stored = await here.db.sql.select().from(inboundCause)
  expect(
    Object.fromEntries(stored.map(({ what }) => [what.kind === 'message' ? what.text : what.kind, what.isFirst])),
  ).toEqual({ enter: true, 在吗: true, 多少钱: false, 有货吗: false })
})

test('one that fails is tried again after a while; the others do not wait for it', async () => {
  const here = await causeWorld()
  await say(here, '小满', '在吗')
  await say(here, '小满', '多少钱')
  let isBroken = true
  const { told, worker } = nodeOf(here, async (cause) => {
    if (isBroken && cause.messageSeq === 1) throw new Error('the database is away')
    return undefined
  })

  await worker.run()
  here.clock.advance(CAUSE_LEASE_MS - 1)
  await worker.run()
  expect(told).toEqual(['在吗', '多少钱'])

  isBroken = false
  here.clock.advance(1)
  await worker.run()
  expect(told).toEqual(['在吗', '多少钱', '在吗'])
  expect(await left(here)).toBe(0)
})

test('one that comes again later waits for its time and is then handled once', async () => {
  const here = await causeWorld()
  await say(here, '小满', '在吗')
  const due = new Date(here.clock.now().getTime() + 5_000)
  const { told, worker } = nodeOf(here, async () => (here.clock.now() < due ? due : undefined))

  await worker.run()
  here.clock.advance(4_999)
  await worker.run()
  expect(told).toEqual(['在吗'])
  here.clock.advance(1)
  await worker.run()

  expect(told).toEqual(['在吗', '在吗'])
  expect(await left(here)).toBe(0)
})

test('one that comes again later does not wait for the others of its round, but for its customer’s', async () => {
  const here = await causeWorld()
  await say(here, '小满', '在吗')
  await say(here, '小雨', '你好')
  await say(here, '小晴', '价格')
  await say(here, '小雨', '多少钱')
  const due = new Date(here.clock.now().getTime() + 5_000)
  const { promise: hangs, resolve: answer } = Promise.withResolvers<undefined>()
  const { told, worker } = nodeOf(here, async (cause) => {
    if (cause.kind === 'message' && cause.text === '价格') return hangs
    return cause.messageSeq === 1 && here.clock.now() < due ? due : undefined
  })
  const round = worker.run()
  await expect.poll(() => told).toEqual(['在吗', '你好', '价格'])

  here.clock.advance(5_000)
  expect(await worker.run()).toBe(true)
  expect(told).toEqual(['在吗', '你好', '价格', '在吗'])
  expect(await worker.run()).toBe(false)

  answer(undefined)
  await round
  await worker.run()
  expect(told).toEqual(['在吗', '你好', '价格', '在吗', '多少钱', '你好'])
  expect(await left(here)).toBe(0)
})

test('one that fails again and again is given up; so is what was said too long ago', async () => {
  const here = await causeWorld()
  await say(here, '小满', '在吗')
  const { told, worker } = nodeOf(here, () => Promise.reject(new Error('never')))
  for (let passed = 0; passed < CAUSE_GIVE_UP_MS; passed += CAUSE_LEASE_MS) {
    await worker.run()
    here.clock.advance(CAUSE_LEASE_MS)
  }
  expect(await left(here)).toBe(1)

  await worker.run()
  expect(told).toHaveLength(CAUSE_GIVE_UP_MS / CAUSE_LEASE_MS)
  expect(await left(here)).toBe(0)
})

test('several nodes at once look at each of them once', async () => {
  const here = await causeWorld()
  const words = Array.from({ length: 120 }, (_, n) => `第 ${n} 句`)
  const key = { entId: here.account.entId, customerId: await here.write('小满', '在吗'), kind: 'message' as const }
  await nodeOf(here).worker.run()
  await storeCauses(
    here.db.sql,
    words.map((text, n) => ({ ...key, messageSeq: n + 10, text })),
    here.clock.now(),
  )
  const nodes = [nodeOf(here), nodeOf(here), nodeOf(here), nodeOf(here)]

  for (let isMore = true; isMore;) isMore = (await Promise.all(nodes.map((node) => node.worker.run()))).includes(true)

  expect(nodes.flatMap((node) => node.told).toSorted()).toEqual(words.toSorted())
  expect(await left(here)).toBe(0)
})

/** An entry, which is kept for the welcome of any account. */
async function enter({ platform }: AiWorld, person: string, account: AiWorld['account']) {
  const from = { platformId: person, name: person }
  await platform.tell({
    ...platform.base(account),
    kind: 'enter',
    conversationKey: `conv-${person}`,
    from,
    entry: {},
  })
  await platform.settle()
}

test('an enterprise whose model hangs holds up its own causes alone', async () => {
  const here = await causeWorld()
  const rival = await openAccount(here, { entId: here.rival.entId })
  for (const name of ['一', '二', '三']) await say(here, name, name)
  const { promise: hangs, resolve: answer } = Promise.withResolvers<undefined>()
  const { told, worker } = nodeOf(here, ({ entId }) =>
    entId === here.account.entId ? hangs : Promise.resolve(undefined),
  )
  const first = worker.run()
  await expect.poll(() => told).toEqual(['一'])

  await enter(here, '小雨', rival)
  expect(await worker.run()).toBe(true)
  expect(told).toEqual(['一', 'enter'])

  // What comes meanwhile: another customer has a second round, the one under way and a third round wait.
  await say(here, '一', '在吗')
  await say(here, '四', '四')
  const second = worker.run()
  await expect.poll(() => told).toEqual(['一', 'enter', '四'])
  await say(here, '五', '五')
  expect(await worker.run()).toBe(false)

  answer(undefined)
  await Promise.all([first, second])
  expect(await worker.run()).toBe(true)
  expect(told).toEqual(['一', 'enter', '四', '二', '三', '五', '在吗'])
  expect(await left(here)).toBe(0)
})

/** How long AI 判断意图 of one message may take. */
const JUDGE_LIMIT_MS = 4_000

test('the lease outlasts what is claimed at once, where each waits for a model', async () => {
  const here = await causeWorld()
  const key = { entId: here.account.entId, customerId: await here.write('小满', '在吗'), kind: 'message' as const }
  const causes = Array.from({ length: 50 }, (_, n) => ({ ...key, messageSeq: n + 10, text: '在吗' }))
  await storeCauses(here.db.sql, causes, here.clock.now())
  const { told, worker } = nodeOf(here)

  await worker.run()

  expect(told.length * JUDGE_LIMIT_MS).toBeLessThan(CAUSE_LEASE_MS)
})

test('what is told twice is looked at once, also after it was looked at', async () => {
  const here = await causeWorld()
  const base = here.platform.base(here.account)
  const { told, worker } = nodeOf(here)
  for (let times = 0; times < 3; times += 1) {
    await say(here, '小满', '在吗', base)
    if (times > 0) await worker.run()
  }

  expect(told).toEqual(['在吗'])
})

test('where no rule looks at messages nothing is kept of them; entries are, for the welcome', async () => {
  const here = await causeWorld()
  await here.db.sql.update(cardRule).set({ enabled: false })

  await say(here, '小满', '在吗')
  expect(await left(here)).toBe(0)
  const base = here.platform.base(here.account)
  const from = { platformId: '小满', name: '小满' }
  await here.platform.tell({ ...base, kind: 'enter', conversationKey: 'conv-小满', from, entry: {} })
  await here.platform.settle()

  expect(await left(here)).toBe(1)
})
