import { customerApi } from '@ruwu/contract'
import { HANDOFF_HINT_MS } from '@ruwu/domain'
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { customerMessage, pointAccount, pointLedger } from '../../db/schema/index.ts'
import { type AiWorld, aiWorld, MERGE_MS } from '../../testing/ai-world.ts'
import { handsOver, says } from '../../testing/scripted-engine.ts'
import { PointsWorker } from '../points/index.ts'
import { lowerRunPoints } from './run.repo.ts'

/** Items that were paid for or given back, in their order. */
const billsOf = async ({ db, account }: AiWorld) => {
  const rows = await db.sql
    .select()
    .from(pointLedger)
    .where(eq(pointLedger.entId, account.entId))
    .orderBy(pointLedger.at)
  return rows.filter((row) => row.type !== 'bonus').map((row) => `${row.type} ${row.item} ${row.delta}`)
}

test('an answer costs one point once the platform has taken its first part, however many parts it has', async () => {
  const here = await aiWorld()
  here.engine.script = () => says('第一', '第二')
  const id = await here.ask('小满', '多少钱')
  expect(await billsOf(here)).toEqual([])

  await here.deliver()

  expect(await billsOf(here)).toEqual(['consume ai_reply -1'])
  expect(await here.runsOf(id)).toMatchObject([{ points: 1 }])
})

test('pictures that were looked at cost one more', async () => {
  const here = await aiWorld()
  here.engine.script = () => ({ hasSeenPictures: true })
  await here.ask('小满', '你好')

  await here.deliver()

  expect((await billsOf(here)).toSorted()).toEqual(['consume ai_reply -1', 'consume image -1'])
})

test('a message the platform refuses costs nothing; the second in a row hands over to people', async () => {
  const here = await aiWorld()
  await here.seeThere(here.lin)
  const id = await here.ask('小满', '你好')
  await here.refuse()
  expect((await here.customerOf(id)).receptionType).toBe('ai_agent')
  await here.ask('小满', '在吗')

  await here.refuse()
  here.clock.advance(HANDOFF_HINT_MS)
  await here.reception.ai.work.hints.run()

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })
  expect((await here.customerOf(id)).waitingSince).not.toBeNull()
  expect((await here.wordsOf(id)).filter((words) => words.startsWith('flow'))).toEqual([])
  expect(await here.hints('handoff')).toHaveLength(1)
  expect(await here.notesOf(id)).toEqual([
    ['转人工原因：AI 异常（消息连续发送失败）', '客户说：你好；在吗', '已回复：无', '已收集：无'].join('\n'),
  ])
  expect(await billsOf(here)).toEqual([])
})

test('a message withheld because the customer was blocked is no failure of the AI and costs nothing', async () => {
  const here = await aiWorld()
  here.engine.script = () => says('第一', '第二', '第三')
  const customerId = await here.ask('小满', '多少钱')

  await here.lin.call(customerApi.block, { body: { customerId, block: true } })
  await here.deliver()
  await here.lin.call(customerApi.block, { body: { customerId, block: false } })
  here.engine.script = () => says('在的')
  await here.ask('小满', '在吗')
  await here.refuse()

  expect((await here.wordsOf(customerId)).filter((words) => words.startsWith('ai'))).toHaveLength(4)
  expect((await here.customerOf(customerId)).receptionType).toBe('ai_agent')
  expect(await here.notesOf(customerId)).toEqual([])
  expect(await billsOf(here)).toEqual([])
})

test('a message accepted and then not delivered is refunded, and the run shows the final cost', async () => {
  const here = await aiWorld()
  const { db, clock, app } = here
  here.engine.script = () => ({ hasSeenPictures: true })
  const id = await here.ask('小满', '你好')
  await here.deliver()
  expect(await here.runsOf(id)).toMatchObject([{ points: 2 }])
  await db.sql
    .update(customerMessage)
    .set({ status: 2, failKind: 'customer_unreachable' })
    .where(and(eq(customerMessage.customerId, id), eq(customerMessage.senderKind, 'ai')))

  const worker = new PointsWorker({ db, clock, log: app.log, lowerRunPoints })
  await Promise.all([worker.run(), worker.run()])

  expect((await billsOf(here)).toSorted()).toEqual([
    'consume ai_reply -1',
    'consume image -1',
    'refund ai_reply 1',
    'refund image 1',
  ])
  expect(await here.runsOf(id)).toMatchObject([{ points: 0 }])
})

test('an answer that arrives in between makes the next failure the first again', async () => {
  const here = await aiWorld()
  const id = await here.ask('小满', '一')
  await here.refuse()
  await here.ask('小满', '二')
  await here.deliver()
  await here.ask('小满', '三')
  await here.refuse()

  expect((await here.customerOf(id)).receptionType).toBe('ai_agent')
})

test('the sentence of 转人工 costs nothing', async () => {
  const here = await aiWorld()
  here.engine.script = () => handsOver('unknown')
  await here.ask('小满', '你好')

  await here.deliver()

  expect(await billsOf(here)).toEqual([])
})

test('without points no run starts; with points again the same message is answered', async () => {
  const here = await aiWorld()
  const { db, account, clock } = here
  const setPoints = (bonusHumanPoints: number) =>
    db.sql.update(pointAccount).set({ bonusHumanPoints }).where(eq(pointAccount.entId, account.entId))
  const id = await here.write('小满', '多少钱')
  await setPoints(0)
  clock.advance(MERGE_MS)
  await here.answer()
  expect(here.engine.asked).toHaveLength(0)

  await setPoints(100)
  clock.advance(5_000)
  await here.answer()

  expect((await here.wordsOf(id)).at(-1)).toBe('ai: 答：多少钱')
})
