import {
  customerApi,
  knowledgeApi,
  messageApi,
  type RelationId,
  type SessionPageBody,
  statisticsApi,
  tagApi,
} from '@ruwu/contract'
import { readFileSync } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiRun, customerMessage, knowledgeMissAsk, role } from '../../db/schema/index.ts'
import { newId } from '../../platform/ids.ts'
import { openAccount } from '../../testing/platform.ts'
import { type WorkbenchWorld, workbenchWorld } from '../../testing/workbench-world.ts'
import { recordMiss } from '../knowledge/index.ts'

const DAY_MS = 86_400_000
const QUESTION = '能开发票吗'

/** The customer writes a question that the account's library has no answer to. */
async function missed(here: WorkbenchWorld, name: string, question: string, to = here.account) {
  const { db, clock, platform, rowOf, account } = here
  clock.advance(60_000)
  await platform.tell(platform.text(to, name, question))
  await platform.settle()
  const { id: customerId, entId } = await rowOf(name)
  const rows = await db.sql.select().from(customerMessage).where(eq(customerMessage.customerId, customerId))
  const last = rows.toSorted((a, b) => b.seq - a.seq)[0]!
  await recordMiss(db.sql, { entId, relationId: account.id, customerId, messageId: last.id, question }, clock.now())
  return customerId
}

const one = (name: string) => ({ count: 1, times: 1, list: [name] })

/** Yesterday 甲 asks in the first account and 乙 in the second one, today 甲 asks again. */
async function missWorld() {
  const here = await workbenchWorld()
  const second = await openAccount(here, { entId: here.zhao.entId, source: 'redbook' })
  const first = await missed(here, '甲', QUESTION)
  await missed(here, '乙', `请问${QUESTION}？`, second)
  await here.lin.call(customerApi.receive, { body: { customerId: first } })
  const content = { type: 'text', text: '可以' } as const
  await here.lin.call(messageApi.send, { body: { customerId: first, chatId: 'first-reply', content } })
  here.clock.advance(DAY_MS)
  await missed(here, '甲', QUESTION)
  here.clock.advance(60_000)
  const read = async (filter: Partial<SessionPageBody>, person = here.zhao) => {
    const body = { range: 'yesterday' as const, compare: false, ...filter }
    const { rows, tiles } = await person.call(statisticsApi.ai, { body })
    const [miss] = rows.flatMap((row) => (row.group === 'miss' ? [row] : []))
    const list = await person.call(statisticsApi.sessionPage, {
      body: { ...body, metric: 'misses', ...(miss && { missId: miss.missId }) },
    })
    return {
      miss,
      count: tiles.find(({ name }) => name === 'misses')?.value,
      times: miss?.times ?? 0,
      list: list.rows.map(({ customerName }) => customerName).toSorted(),
    }
  }
  return { ...here, first, second, read }
}

test('missed questions are those of the period and the filter, each with its conversations behind it', async () => {
  const { zhao, lin, wei, first, account, second, read, hire, db } = await missWorld()
  const { tag } = await zhao.call(tagApi.createBind, { body: { customerId: first, name: '老客户' } })
  const both = { count: 2, times: 2, list: ['乙', '甲'].toSorted() }
  const none = { count: 0, times: 0, list: [] }

  expect(await read({})).toMatchObject(both)
  expect((await read({})).miss).toMatchObject({ subSourceId: account.id, isOpen: true })
  expect(await read({ range: 'today' })).toMatchObject(one('甲'))
  expect(await read({ range: 'week' })).toMatchObject({ count: 3, times: 3 })
  const accounts = (...ids: RelationId[]) => read({ subSourceIds: ids })
  expect(await accounts(account.id)).toMatchObject(one('甲'))
  expect(await accounts(second.id)).toMatchObject(one('乙'))
  expect(await read({ tagIds: [tag.id] })).toMatchObject(one('甲'))
  expect(await read({ agentIds: [lin.id] })).toMatchObject(one('甲'))
  expect(await read({ agentIds: [wei.id] })).toMatchObject(none)
  // Sees own customers and those without an owner.
  const reader = await hire('看数', ['im:viewPage', 'statistics:viewPage'])
  await db.sql.update(role).set({ customerScope: 'own' }).where(eq(role.id, reader.roleId))
  await reader.signIn()
  expect(await read({}, reader)).toMatchObject(one('乙'))
})

test('a question that is ignored later stays in the figures of its day', async () => {
  const { zhao, account, read } = await missWorld()
  const { items } = await zhao.call(knowledgeApi.pageMisses, { body: { relationId: account.id } })
  await zhao.call(knowledgeApi.settleMiss, { body: { relationId: account.id, id: items[0]!.id, action: 'ignore' } })

  expect(await read({})).toMatchObject({ count: 2, times: 2, miss: { isOpen: false } })
})

test('0095 takes over what runs and questions tell of earlier ones', async () => {
  const { db, zhao, account, first } = await missWorld()
  const key = { entId: zhao.entId, relationId: account.id, customerId: first }
  const asks = () => db.sql.select().from(knowledgeMissAsk).orderBy(knowledgeMissAsk.at, knowledgeMissAsk.messageId)
  const known = await asks()
  expect(known).toHaveLength(3)
  // The run of the first of them; that of 乙 has no run, and was not the last one of its question.
  const [message] = await db.sql.select().from(customerMessage).where(eq(customerMessage.id, known[0]!.messageId))
  await db.sql.insert(aiRun).values({
    ...key,
    id: newId(known[0]!.at),
    sessionId: message!.sessionId,
    epoch: 1,
    answeredSeq: message!.seq,
    state: 'handoff',
    agentVersion: 1,
    generator: 'builtin',
    question: QUESTION,
    decision: { kind: 'handoff', reason: 'unknown', detail: '' },
    startedAt: known[0]!.at,
  })
  await db.sql.delete(knowledgeMissAsk)
  const migration = readFileSync(
    new URL('../../db/migrations/0095_statistics_misses.sql', import.meta.url),
    'utf8',
  ).split('--> statement-breakpoint')

  for (const statement of migration.filter((it) => /insert into/i.test(it))) await db.sql.execute(sql.raw(statement))

  expect(await asks()).toEqual([known[0], known[2]])
})
