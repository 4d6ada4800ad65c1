import { DEMO_ENT_ID, POINT_PRICES, receptionLines } from '@ruwu/domain'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  aiHandoff,
  aiRun,
  customer,
  knowledge,
  knowledgeMiss,
  lead,
  message,
  ownerChange,
  pointAccount,
  pointLedger,
  session,
} from '../../db/schema/index.ts'
import { openAccount } from '../../testing/platform.ts'
import { passwords } from '../../testing/start-node.ts'
import { world } from '../../testing/world.ts'
import { leadKeeper } from '../lead/index.ts'
import { DEMO_AI_ACCOUNT } from './demo-accounts.ts'
import { seedDemoAi } from './demo-ai.ts'
import { settleDemo } from './demo-enterprise.ts'
import { seedDemoRuns } from './demo-runs.ts'
import { UNKNOWN_REPLY } from './talks/slots.ts'
import { type PastMoment, type PastTalk, writePastConversations } from './past-conversations.ts'

const DAY_MS = 86_400_000
const BLANK: Omit<PastTalk, 'account' | 'moments'> = {
  person: { platformId: 'p1', name: '小满', city: '杭州', avatar: { via: 'url', url: 'http://simulator/face.png' } },
  conversationKey: 'c1',
  starting: { receptionType: 'ai_agent', aiOffReason: null },
  stageId: null,
  tagIds: [],
  leadStatus: null,
  fields: {},
  isArchived: false,
  seats: [],
}

test('past owners and handoffs are facts of their conversation', async () => {
  const { db, clock, lin, wei } = await world()
  const account = await openAccount({ db, clock }, { entId: lin.entId })
  const at = (minute: number) => new Date(clock.now().getTime() - DAY_MS + minute * 60_000)
  const talk: PastTalk = {
    ...BLANK,
    account: { entId: lin.entId, id: account.id, source: account.source },
    moments: [
      { kind: 'customer', content: { type: 'text', text: '我要投诉' }, platformMessageId: 'm1', at: at(0) },
      {
        kind: 'reception',
        to: { receptionType: 'manual', aiOffReason: 'handoff' },
        text: 'AI 转人工',
        handoff: 'negative',
        at: at(1),
      },
      { kind: 'owner', change: 'receive', agentId: lin.id, line: receptionLines.received(lin.name), at: at(2) },
      {
        kind: 'owner',
        change: 'transfer',
        agentId: wei.id,
        line: receptionLines.redirected(lin.name, wei.name, '下班交接'),
        at: at(3),
      },
      { kind: 'owner', change: 'timeout', agentId: null, line: receptionLines.returned(wei.name), at: at(4) },
    ],
  }

  const [customerId] = await writePastConversations(db.sql, leadKeeper, [talk], clock.now())

  const [opened] = await db.sql.select().from(session)
  const fact = { customerId, relationId: account.id, sessionId: opened!.id }
  expect(await db.sql.select().from(aiHandoff)).toMatchObject([
    { ...fact, reason: 'negative', epoch: 1, at: at(1), hintAt: null },
  ])
  expect(await db.sql.select().from(ownerChange).orderBy(ownerChange.at)).toMatchObject([
    { ...fact, kind: 'receive', agentId: lin.id, fromAgentId: null, at: at(2) },
    { ...fact, kind: 'transfer', agentId: wei.id, fromAgentId: lin.id, at: at(3) },
    { ...fact, kind: 'timeout', agentId: null, fromAgentId: wei.id, at: at(4) },
  ])
  expect(await db.sql.select({ agentId: customer.agentId }).from(customer)).toEqual([{ agentId: null }])
})

test('a past lead belongs to its session, and its line stands before 已归档', async () => {
  const { db, clock, lin } = await world()
  const account = await openAccount({ db, clock }, { entId: lin.entId })
  const at = new Date(clock.now().getTime() - 5 * DAY_MS)
  const talk: PastTalk = {
    ...BLANK,
    account: { entId: lin.entId, id: account.id, source: account.source },
    moments: [
      { kind: 'customer', content: { type: 'text', text: '我的电话 13912345678' }, platformMessageId: 'm1', at },
    ],
    isArchived: true,
  }

  await writePastConversations(db.sql, leadKeeper, [talk], clock.now())

  const [ended] = await db.sql.select().from(session)
  expect(ended).toMatchObject({ hasLead: true, endAt: at })
  expect(await db.sql.select({ sessionId: lead.sessionId }).from(lead)).toEqual([{ sessionId: ended!.id }])
  const thread = await db.sql.select({ content: message.content }).from(message).orderBy(message.seq)
  expect(thread.map(({ content }) => content.text)).toEqual(['我的电话 13912345678', '客户留下了手机号', '已归档'])
})

test('past answers of the AI have a run, its source and their charge, once', async () => {
  const { db, clock, reception } = await world()
  const now = clock.now()
  await settleDemo(db.sql, { DEMO: true, isDemoAsked: true }, passwords, now)
  const account = await openAccount({ db, clock }, { entId: DEMO_ENT_ID, ...DEMO_AI_ACCOUNT })
  await seedDemoAi({ db, ...reception.ai }, now)
  const said = (kind: 'customer' | 'ai', text: string, minute: number): PastMoment => ({
    kind,
    content: { type: 'text', text },
    platformMessageId: `m${minute}`,
    at: new Date(now.getTime() - 3 * DAY_MS + minute * 60_000),
  })
  const talk: PastTalk = {
    ...BLANK,
    account: { entId: DEMO_ENT_ID, id: account.id, source: DEMO_AI_ACCOUNT.source },
    moments: [
      said('customer', '全屋定制多少钱', 0),
      said('ai', '您好～柜体按投影面积计价，E0 级板材 680–880 元/㎡，含五金和安装。', 1),
      said('customer', '你们养猫吗', 2),
      said('ai', UNKNOWN_REPLY, 3),
    ],
  }
  await writePastConversations(db.sql, leadKeeper, [talk], now)

  await seedDemoRuns(db, DEMO_ENT_ID)
  await seedDemoRuns(db, DEMO_ENT_ID)

  const runs = await db.sql.select().from(aiRun).orderBy(aiRun.startedAt)
  expect(runs).toMatchObject([
    { question: '全屋定制多少钱', isHit: true, points: POINT_PRICES.ai_reply },
    { question: '你们养猫吗', isHit: false, points: POINT_PRICES.ai_reply },
  ])
  const misses = await db.sql.select().from(knowledgeMiss)
  expect(misses).toMatchObject([{ question: '你们养猫吗', times: 1, relationId: account.id, status: 'open' }])
  const [source] = await db.sql.select().from(knowledge).where(eq(knowledge.id, runs[0]!.knowledge[0]!.knowledgeId))
  expect(source?.question).toBe('全屋定制多少钱一平？')
  const ofDemo = eq(pointLedger.entId, DEMO_ENT_ID)
  const ledger = await db.sql.select().from(pointLedger).where(ofDemo).orderBy(pointLedger.at)
  const charges = ledger.filter((row) => row.item === 'ai_reply')
  expect(charges.map(({ at }) => at)).toEqual([1, 3].map((minute) => said('ai', '', minute).at))
  const [balance] = await db.sql.select().from(pointAccount).where(eq(pointAccount.entId, DEMO_ENT_ID))
  const { orderPoints, bonusOrderPoints, bonusHumanPoints } = balance!
  expect(orderPoints + bonusOrderPoints + bonusHumanPoints).toBe(ledger.reduce((sum, { delta }) => sum + delta, 0))
})
