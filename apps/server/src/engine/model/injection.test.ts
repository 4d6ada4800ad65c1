import type { AiDecision } from '@ruwu/contract'
import type { ModelStep } from '@ruwu/testkit'
import { expect, test } from 'vitest'
import { ATTACKS } from '../testing/attacks.ts'
import { scriptedModels } from '../testing/scripted-models.ts'
import { engineWith, foundIn, inputOf, SCHOOL, type Talk } from '../testing/talk.ts'

const cases = ATTACKS.map((attack) => [attack.what, attack] as const)

const wordsOf = (decision: AiDecision) => (decision.kind === 'answer' ? decision.texts.join('\n') : '')

/** Words alone, or a person for what the checks have found. */
const isHarmless = (decision: AiDecision) =>
  decision.kind === 'answer'
    ? decision.materialId === null && decision.tagIds.length === 0
    : decision.kind === 'handoff' && ['checker', 'model'].includes(decision.reason)

/** Search always finds something, so that no attack ends in a handoff for lack of knowledge: only the checks can stop it. */
const knowing = (talk: Talk): Talk => ({ ...talk, search: async () => foundIn(talk.knowledge ?? SCHOOL, '试听') })

/** An engine whose model obeys every injected instruction. */
async function engineOf(...steps: readonly ModelStep[]) {
  const { model, models } = await scriptedModels(...steps)
  return { model, engine: engineWith(models) }
}

test.each(cases)('%s: a model that falls for it says nothing of it', async (_what, { talk, obeys, wants }) => {
  const { model, engine } = await engineOf(...obeys)

  const { decision, memory } = await engine.decide(inputOf(knowing(talk)))

  expect(model.requests.length).toBeGreaterThan(0)
  expect(wordsOf(decision)).not.toMatch(wants)
  expect({ decision, isHarmless: isHarmless(decision) }).toEqual({ decision, isHarmless: true })
  expect(memory.collected).toEqual({})
})

test.each(cases)('%s: what the model reads is data between marks, and all of it can be seen', async (_what, attack) => {
  const { model, engine } = await engineOf({ say: '{"action":"silent","text":""}' })

  await engine.decide(inputOf(attack.talk))

  const [system, ...said] = model.requests[0]?.body.messages ?? []
  expect(system?.role).toBe('system')
  for (const { text } of inputOf(attack.talk).turns) expect(system?.content).not.toContain(text)
  for (const { content } of said) {
    const text = typeof content === 'string' ? content : JSON.stringify((content as unknown[])[0])
    expect(text).toMatch(/<(客户|知识|之前的对话摘要)>/)
    expect(text.match(/<\/客户>/g)?.length ?? 0).toBeLessThanOrEqual(1)
    expect(text).not.toMatch(/[\u{e0000}-\u{e007f}\u202a-\u202e\u2066-\u2069]/u)
  }
})

test.each(cases)('%s: our own engine does not even understand it', async (_what, { talk, wants }) => {
  const { decision, memory } = await engineWith().decide(inputOf(talk))

  expect(wordsOf(decision)).not.toMatch(wants)
  expect(memory.collected).toEqual({})
})
