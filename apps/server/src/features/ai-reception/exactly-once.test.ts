import { AiDraft, messageApi } from '@ruwu/contract'
import { ANSWER_LIMIT_MS } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { type AiWorld, aiWorld, MERGE_MS } from '../../testing/ai-world.ts'
import { handsOver, says, ScriptedEngine } from '../../testing/scripted-engine.ts'
import { startNode } from '../../testing/start-node.ts'
import { decideWithTimeout, DecisionTimeoutError } from './decide-with-timeout.ts'

/** Longer than a node that lives would hold a customer. */
const LEASE_MS = ANSWER_LIMIT_MS + 30_000

/** The next time these words are stored the node breaks off, and everything of the transaction with it. */
function breakAt({ reception }: AiWorld, isMeant: (words: string) => boolean): void {
  let isBroken = false
  reception.writer.onCommit(async (_tx, changes) => {
    const words = changes.flatMap((each) => each.messages.map((added) => added.content.text ?? ''))
    if (isBroken || !words.some(isMeant)) return
    isBroken = true
    throw new Error('the node is gone')
  })
}

test.each(['第一', '第二', '第三'])('a node lost while it says %s: every part is said once', async (part) => {
  const here = await aiWorld({ ownNode: true })
  here.engine.script = () => says('第一', '第二', '第三')
  breakAt(here, (words) => words === part)
  const id = await here.ask('小满', '多少钱')
  here.clock.advance(LEASE_MS)

  await here.answer()
  await here.answer()

  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱', 'ai: 第一', 'ai: 第二', 'ai: 第三'])
  expect((await here.runsOf(id)).filter((run) => run.state === 'sent')).toHaveLength(1)
  expect(await here.waiting()).toEqual([])
})

test('remaining parts of an answer are not sent after a newer customer message', async () => {
  const here = await aiWorld({ ownNode: true })
  here.engine.script = () => says('第一', '第二')
  breakAt(here, (words) => words === '第二')
  const id = await here.ask('小满', '多少钱')
  here.engine.script = () => says('在上海')
  await here.write('小满', '在哪里')
  here.clock.advance(LEASE_MS)

  await here.answer()

  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱', 'ai: 第一', 'customer: 在哪里', 'ai: 在上海'])
})

test('nor after a person has spoken', async () => {
  const here = await aiWorld({ ownNode: true })
  here.engine.script = () => says('第一', '第二')
  breakAt(here, (words) => words === '第二')
  const customerId = await here.ask('小满', '多少钱')
  await here.lin.call(messageApi.send, {
    body: { customerId, chatId: 'chat-by-hand', content: { type: 'text', text: '我来说' } },
  })
  here.clock.advance(LEASE_MS)

  await here.answer()

  expect(await here.wordsOf(customerId)).toEqual(['customer: 多少钱', 'ai: 第一', 'human: 我来说'])
  expect(await here.waiting()).toEqual([])
})

test.each(['AI 转人工：客户要求人工', '人工客服当前不在线，上线后会第一时间回复您'])(
  'a node lost at 转人工 while it says %s: everything happens once',
  async (words) => {
    const here = await aiWorld({ ownNode: true })
    here.engine.script = () => handsOver('keyword')
    breakAt(here, (said) => said === words)
    const id = await here.ask('小满', '转人工')
    expect(await here.handoffsOf(id)).toEqual([])
    here.clock.advance(LEASE_MS)

    await here.answer()

    expect(await here.handoffsOf(id)).toHaveLength(1)
    expect(await here.notesOf(id)).toHaveLength(1)
    expect((await here.wordsOf(id)).filter((said) => said.startsWith('flow'))).toHaveLength(1)
    expect((await here.customerOf(id)).receptionEpoch).toBe(2)
  },
)

test('a customer whose runs are interrupted repeatedly is handed over to people', async () => {
  const here = await aiWorld({ ownNode: true })
  here.reception.writer.onCommit(async (_tx, changes) => {
    if (changes.some((each) => each.messages.some((added) => added.senderKind === 'ai'))) throw new Error('lost')
  })
  const id = await here.ask('小满', '多少钱')
  for (let round = 0; round < 3; round += 1) {
    here.clock.advance(LEASE_MS)
    await here.answer()
  }

  expect(await here.customerOf(id)).toMatchObject({ receptionType: 'manual', aiOffReason: 'error' })
})

test('two nodes that look at once answer once', async () => {
  const here = await aiWorld({ ownNode: true })
  const engine = new ScriptedEngine()
  const there = await startNode(here.databaseUrl, here.clock, here.bus, { engine })
  const ids = []
  for (const name of ['甲', '乙', '丙', '丁', '戊']) ids.push(await here.write(name, `${name}在吗`))
  here.clock.advance(MERGE_MS)

  await Promise.all([here.answer(), here.answer(there), here.answer(), here.answer(there)])
  await there.close()

  for (const id of ids) {
    const words = await here.wordsOf(id)
    expect(words.filter((said) => said.startsWith('ai'))).toHaveLength(1)
  }
  expect(here.engine.asked.length + engine.asked.length).toBe(5)
})

test('a node that held a customer for too long says nothing after another has answered', async () => {
  const here = await aiWorld({ ownNode: true })
  const there = await startNode(here.databaseUrl, here.clock, here.bus, { engine: new ScriptedEngine() })
  const id = await here.write('小满', '多少钱')
  here.clock.advance(MERGE_MS)
  here.engine.script = async () => {
    here.clock.advance(LEASE_MS)
    await here.answer(there)
    return says('太晚了')
  }

  await here.answer()
  await there.close()

  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱', 'ai: 答：多少钱'])
})

test('a run interrupted by shutdown is answered by another node', async () => {
  const here = await aiWorld({ ownNode: true })
  const there = await startNode(here.databaseUrl, here.clock, here.bus, { engine: new ScriptedEngine() })
  const id = await here.write('小满', '多少钱')
  here.clock.advance(MERGE_MS)
  const begun = new Promise<void>((resolve) => {
    here.engine.script = ({ signal }) => {
      resolve()
      return new Promise((_answer, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    }
  })
  await here.reception.ai.work.answers.run()
  await begun

  await here.reception.ai.work.answers.close()
  await here.answer(there)
  await there.close()

  expect(await here.wordsOf(id)).toEqual(['customer: 多少钱', 'ai: 答：多少钱'])
})

test('a decision that exceeds the time limit is handed over', async () => {
  const engine = { decide: () => new Promise<never>(() => {}) }
  const input = { signal: new AbortController().signal, config: AiDraft.parse({}) }

  await expect(decideWithTimeout(engine, input as never, 10)).rejects.toThrow(DecisionTimeoutError)
})
