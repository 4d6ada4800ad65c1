import { automationApi, type FlowNode } from '@ruwu/contract'
import { DEFAULT_GLOBAL } from '@ruwu/domain'
import { asc, eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { automationLog } from '../../db/schema/index.ts'
import { end, flowWorld, graphOf, handoff, menu, place, send, start, wait } from './testing/flow-world.ts'

const MINUTE_MS = 60_000
/** Long enough for a failed step to be tried again, and for the lease of a lost call to end. */
const PAUSES_MS = [5_000, 10_000, 20_000, 40_000]

const phone: FlowNode = {
  id: 'phone',
  ...place,
  type: 'ask',
  data: {
    text: '手机号？',
    field: 'remark',
    kind: 'phone',
    options: [],
    retryText: '不完整',
    retries: 1,
    timeoutMinutes: 60,
  },
}
const ai: FlowNode = { id: 'ai', ...place, type: 'ai', data: { instruction: '只谈价格', maxAnswers: 2 } }
const graph = graphOf(
  [
    start(),
    send('hello', '您好', '你好呀'),
    phone,
    ai,
    menu('m', '请选择', { again: '再问问', done: '没有了' }),
    wait('w', 60),
    send('still', '还在吗'),
    end,
    handoff,
  ],
  ['start', 'next', 'hello'],
  ['hello', 'next', 'phone'],
  ['phone', 'next', 'ai'],
  ['phone', 'failed', 'person'],
  ['phone', 'timeout', 'still'],
  ['still', 'next', 'phone'],
  ['ai', 'next', 'm'],
  ['m', 'again', 'ai'],
  ['m', 'done', 'w'],
  ['m', 'unmatched', 'ai'],
  ['w', 'timeout', 'end'],
  ['w', 'reply', 'ai'],
)

type Happening = { type: 'says'; text: string } | { type: 'passes'; minutes: number }
/** What happens, and which transactions of the worker that follows are rolled back as if the process had died before the commit. */
type Step = { happening: Happening; lost: number[] }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom('1', '2', '13800138000', '多少钱').map((text) => ({ type: 'says' as const, text })),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, 70).map((minutes) => ({ type: 'passes' as const, minutes })) },
)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ happening, lost: fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 2 }) }),
  { minLength: 4, maxLength: 8 },
)

/** What a customer has lived through at the end: each message, each row of 运行日志, and where the run stands. */
async function live(lived: Step[], { isCrashing }: { isCrashing: boolean }) {
  const here = await flowWorld()
  await here.zhao.call(automationApi.saveGlobal, { body: { ...DEFAULT_GLOBAL, dailyMax: 20, version: 0 } })
  await here.flowOf(graph)
  const { transaction } = here.db
  const work = async (lost: number[]) => {
    let no = 0
    if (isCrashing)
      here.db.transaction = (body) =>
        transaction(async (tx) => {
          no += 1
          const isLost = lost.includes(no)
          const result = await body(tx)
          if (isLost) throw new Error('the process died before the commit')
          return result
        })
    await here.work()
    here.db.transaction = transaction
  }
  const id = await here.write('小满', '你好')
  for (const { happening: each, lost } of [
    { happening: { type: 'passes', minutes: 0 } as const, lost: [] },
    ...lived,
  ]) {
    if (each.type === 'says') await here.write('小满', each.text)
    else here.clock.advance(each.minutes * MINUTE_MS)
    await work(lost)
    for (const pause of PAUSES_MS) {
      here.clock.advance(pause)
      await here.work()
    }
  }
  const log = await here.db.sql
    .select()
    .from(automationLog)
    .where(eq(automationLog.customerId, id))
    .orderBy(asc(automationLog.step), asc(automationLog.at))
  const runs = await here.runsOf(id)
  const { leadStatus, remark, receptionType, receptionEpoch } = await here.customerOf(id)
  return {
    words: await here.wordsOf(id),
    log: log.map(({ step, result, reason, input }) => ({ step, result, reason, input: { ...input, flowId: '' } })),
    runs: runs.map(({ outcome, reason, state, hasLead }) => ({
      outcome,
      reason,
      hasLead,
      nodeId: state?.nodeId,
      step: state?.step,
    })),
    customer: { leadStatus, remark, receptionType, receptionEpoch },
    isWaitingForNothing: runs.some((run) => run.endedAt === null && run.dueAt === null && run.state?.phase !== 'wait'),
  }
}

// R145
test('a process that dies between any two steps changes nothing of what a customer lives through', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (lived) => {
      const crashed = await live(lived, { isCrashing: true })

      expect(crashed).toEqual(await live(lived, { isCrashing: false }))
      expect(crashed.isWaitingForNothing).toBe(false)
    }),
    { numRuns: 3, seed: 20_261_118, endOnFailure: true },
  )
}, 120_000)
