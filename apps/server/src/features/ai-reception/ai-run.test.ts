import { aiRunApi, knowledgeApi, type MessageId, messageApi, type KnowledgeId } from '@ruwu/contract'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aiRunMessage, knowledgeCandidate, knowledgeMiss } from '../../db/schema/index.ts'
import { type AiWorld, aiWorld } from '../../testing/ai-world.ts'
import { handsOver, says } from '../../testing/scripted-engine.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

const PIECE = {
  knowledgeId: '00000000000000000000000000000001' as KnowledgeId,
  type: 'qa',
  title: '价格',
  piece: '399 元',
  score: 0.9,
} as const

async function answered() {
  const here = await aiWorld()
  here.engine.script = () => ({ ...says('399 元'), knowledge: [PIECE] })
  const customerId = await here.ask('小满', '我的电话 13812345678，多少钱')
  return { ...here, customerId, messageId: await firstMessage(here) }
}

async function firstMessage({ db }: AiWorld): Promise<MessageId> {
  const [row] = await db.sql.select().from(aiRunMessage)
  if (!row) throw new Error('nothing was said')
  return row.messageId
}

test('查看依据 shows question, knowledge and decision', async () => {
  const { zhao, customerId, messageId } = await answered()

  const run = await zhao.call(aiRunApi.forMessage, { body: { customerId, messageId } })

  expect(run).toMatchObject({
    customerId,
    state: 'sent',
    agentVersion: 1,
    question: '我的电话 13812345678，多少钱',
    knowledge: [PIECE],
    hitFrom: 0.35,
    decision: { kind: 'answer', texts: ['399 元'] },
  })
})

test('each text of an answer tells of how many pieces it was made, and the best score', async () => {
  const here = await aiWorld()
  const { lin, engine } = here
  const pieces = [{ ...PIECE, isUsed: true }, { ...PIECE, piece: '含安装', score: 0.912, isUsed: true }, PIECE]
  engine.script = () => ({ ...says('399 元', '含安装'), knowledge: pieces })
  const customerId = await here.ask('小满', '多少钱')
  engine.script = () => ({ ...says('不客气'), knowledge: [PIECE] })
  await here.ask('小满', '谢谢')

  const { items } = await lin.call(messageApi.list, { body: { customerId } })
  const basis = { basisCount: '2', basisScore: '0.91' }
  const answers = items.filter(({ senderKind }) => senderKind === 'ai')
  expect(answers.map(({ content }) => [content.text, content.extra])).toEqual([
    ['399 元', basis],
    ['含安装', basis],
    ['不客气', undefined],
  ])
})

test('without customer:viewSensitive the question is masked', async () => {
  const { hire, customerId, messageId } = await answered()
  const guest = await (await hire('访客', ['im:viewPage'])).signIn()

  const run = await guest.call(aiRunApi.forMessage, { body: { customerId, messageId } })

  expect(run.question).toBe('我的电话 138****5678，多少钱')
})

test('another enterprise’s, another customer’s and a person’s messages have no run', async () => {
  const { rival, zhao, lin, write, customerId, messageId } = await answered()
  const other = await write('别人', '在吗')
  const { id } = await lin.call(messageApi.send, {
    body: { customerId, chatId: 'chat-by-hand', content: { type: 'text', text: '我来说' } },
  })
  const absent = { code: 40401 }

  expect(await absentForRival(rival, aiRunApi.forMessage, { body: { customerId, messageId } })).toMatchObject(absent)
  expect(await zhao.refused(aiRunApi.forMessage, { body: { customerId: other, messageId } })).toMatchObject(absent)
  expect(await zhao.refused(aiRunApi.forMessage, { body: { customerId, messageId: id } })).toMatchObject(absent)
  const keep = { customerId, messageId, question: '多少钱', answer: '399 元起' }
  expect(await absentForRival(rival, aiRunApi.keep, { body: keep })).toMatchObject(absent)
})

test('改答案并存为知识: the better answer is found from then on', async () => {
  const { zhao, account, customerId, messageId } = await answered()

  const { knowledgeId } = await zhao.call(aiRunApi.keep, {
    body: { customerId, messageId, question: '多少钱一次', answer: '399 元起，含上门' },
  })

  const page = await zhao.call(knowledgeApi.page, { body: { relationId: account.id } })
  expect(page.items).toMatchObject([{ id: knowledgeId, question: '多少钱一次', answer: '399 元起，含上门' }])
})

test('a question without a hit is counted among the misses of the account', async () => {
  const { ask, engine, db } = await aiWorld()
  engine.script = () => handsOver('unknown')

  const customerId = await ask('小满', '能开发票吗')

  await expect
    .poll(() => db.sql.select().from(knowledgeMiss))
    .toMatchObject([{ question: '能开发票吗', customerId, times: 1 }])
})

test('an agent’s answer to a question becomes a knowledge candidate', async () => {
  const { lin, write, reception, db, account } = await aiWorld()
  const customerId = await write('小满', '请问', '能开发票吗')
  await lin.call(messageApi.send, {
    body: { customerId, chatId: 'chat-by-hand', content: { type: 'text', text: '可以开电子发票的' } },
  })

  await reception.ai.work.mining.run()

  expect(
    await db.sql.select().from(knowledgeCandidate).where(eq(knowledgeCandidate.relationId, account.id)),
  ).toMatchObject([{ question: '请问 能开发票吗', answer: '可以开电子发票的', customerId }])
})
