import type { EntId } from '@ruwu/contract'
import { fakeClock, type ModelStep } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import { createEngine } from '../create-engine.ts'
import { createFollowUpWriter } from '../follow-up/create-follow-up-writer.ts'
import { answer, scriptedModels } from '../testing/scripted-models.ts'
import { callerOf, inputOf, type Talk } from '../testing/talk.ts'
import { OPEN_AFTER_FAILURES, OPEN_FOR_MS } from './circuit-breaker.ts'

const TRIAL: Talk = { said: ['他: 试听课怎么收'], memory: { answers: 1 } }
const SILENT: Talk = { said: ['他: 你好，请问钢琴课多少钱？', '我: 24节课4800元。'] }
const FINE = answer('试听课99元一节。')
const FOLLOWS = answer('钢琴课您还想了解哪方面呢？')

/** One model with its two users: the engine and the follow-up writer. */
async function workFor(...steps: ModelStep[]) {
  const { model, models, access, failures } = await scriptedModels(...steps)
  const clock = fakeClock('2026-03-16T02:00:00.000Z')
  const caller = callerOf(models, clock)
  const engine = createEngine(caller)
  const writer = createFollowUpWriter(caller)
  const decide = async (talk: Partial<Talk> = {}) => (await engine.decide(inputOf({ ...TRIAL, ...talk }))).generator
  const write = async (talk: Partial<Talk> = {}) => {
    const written = await writer.write({ ...inputOf({ ...SILENT, ...talk }), step: 1, seed: 'a' })
    return written.kind === 'words' ? written.wordings[0]?.generator : written.reason
  }
  return { model, access, failures, clock, decide, write }
}

const often = async (work: () => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < OPEN_AFTER_FAILURES; time += 1) await work()
}

test('a model that failed the answers rests for the follow-ups too, and the other way round', async () => {
  for (const [failing, other] of [
    ['decide', 'write'],
    ['write', 'decide'],
  ] as const) {
    const here = await workFor({ status: 401 })
    await often(here[failing])
    const asked = here.model.requests.length

    expect(await here[other]()).toBe('builtin')
    expect(here.model.requests).toHaveLength(asked)

    here.clock.advance(OPEN_FOR_MS)
    here.model.play(other === 'write' ? FOLLOWS : FINE)
    expect(await here[other]()).toBe('model')
  }
})

test('the failures of both are counted together, and an answer to either is forgiveness', async () => {
  const { model, decide, write } = await workFor({ status: 401 })
  for (let time = 1; time < OPEN_AFTER_FAILURES; time += 1) await (time % 2 === 0 ? decide() : write())
  model.play(FINE)
  expect(await decide()).toBe('model')

  model.play({ status: 401 })
  for (let time = 1; time < OPEN_AFTER_FAILURES; time += 1) await (time % 2 === 0 ? decide() : write())
  model.play(FOLLOWS)
  expect(await write()).toBe('model')
})

test.each<[string, ModelStep[]]>([
  ['a status', [{ status: 502 }]],
  ['a cut connection', [{ cutAfter: 12, say: '{"action":"answer","text":"还在吗"}' }]],
  ['silence', [{ hang: true }]],
  ['an answer nobody can read', [{ say: '还在吗？' }]],
  ['no stream at all', [{ raw: '<html>502</html>' }]],
])('%s is the model’s fault, also where it should follow up', async (_what, steps) => {
  const { write, failures } = await workFor(...steps)

  expect(await write()).toBe('builtin')
  expect(failures).toHaveLength(1)
})

const broken = async (): Promise<never> => {
  throw new Error('connect ECONNRESET 10.0.0.7:5432')
}
const onText = () => {
  throw new Error('nobody listens any more')
}
const LOOKS: ModelStep = { calls: [{ name: 'search_knowledge', input: { query: '地址' } }] }

test('an error of our own is thrown, is not reported as a model failure and does not open the breaker', async () => {
  const { model, decide, write, failures } = await workFor(FOLLOWS)
  let looks = 0
  const brokenLater = async () => (looks++ % 2 === 0 ? [] : broken())

  await often(() => expect(write({ search: broken })).rejects.toThrow('ECONNRESET'))
  await often(async () => {
    model.play(LOOKS, FOLLOWS)
    await expect(write({ search: brokenLater })).rejects.toThrow('ECONNRESET')
  })
  model.play(FINE)
  await often(() => expect(decide({ onText })).rejects.toThrow('nobody listens'))

  expect(failures).toEqual([])
  expect(await decide()).toBe('model')
})

test('after the key is corrected the model answers at once', async () => {
  const { model, access, decide } = await workFor({ status: 401 })
  await often(decide)
  expect(await decide()).toBe('builtin')

  model.play(FINE)
  access.key = 'sk-right'

  expect(await decide()).toBe('model')
})

test('an enterprise’s own model rests for that enterprise, the operator’s for all', async () => {
  const { model, access, decide } = await workFor({ status: 401 })
  const rival = { entId: '0198a0b0c0d07000800000000000000b' as EntId }

  await often(decide)
  await decide(rival)
  expect(model.requests).toHaveLength(OPEN_AFTER_FAILURES + 1)

  access.isOwn = false
  await often(decide)
  await decide(rival)
  expect(model.requests).toHaveLength(2 * OPEN_AFTER_FAILURES + 1)
})
