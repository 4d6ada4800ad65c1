import type { CheckFinding } from '@ruwu/contract'
import { findTrigger } from '@ruwu/domain'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../platform/clock.ts'
import { generateBuiltin } from './builtin/builtin-generator.ts'
import { checkTexts } from './check-draft.ts'
import { conclude, type Thought } from './conclude.ts'
import type { Draft } from './draft.ts'
import type { Engine, EngineInput, EngineResult, Found } from './engine.ts'
import { Breaker } from './model/breaker.ts'
import type { ModelAccess, Models } from './model/models.ts'
import { readSituation, type Situation } from './situation.ts'

export type EngineDeps = { models: Models; clock: Clock; log: Pick<FastifyBaseLogger, 'warn'> }

/** Decides about a customer's words: by a model where there is one that answers, else by our own engine. */
export function createEngine({ models, clock, log }: EngineDeps): Engine {
  const breaker = new Breaker(clock)

  const thinkByModel = async (access: ModelAccess, situation: Situation): Promise<Thought | undefined> => {
    const { entId, signal } = situation.input
    const key = access.isOwn ? entId : 'operator'
    if (breaker.isOpen(key)) return undefined
    // Most installations have no model; who has none does not load what calls it.
    const { generateByModel } = await import('./model/model-generator.ts')
    const { ModelProblem } = await import('./model/model-problem.ts')
    try {
      const thought = await generateByModel(access, situation)
      if (thought) breaker.succeeded(key)
      return thought
    } catch (error) {
      signal.throwIfAborted()
      // Our own trouble is not the model's.
      if (!(error instanceof ModelProblem)) throw error
      breaker.failed(key)
      log.warn({ entId, model: access.model, err: error }, 'a model did not answer')
      await models.onFailure(entId, access, error.message)
      return undefined
    }
  }

  return {
    async decide(input: EngineInput): Promise<EngineResult> {
      const situation = readSituation(input)
      const early = decideEarly(situation)
      if (early) return conclude(situation, { draft: early, found: [], findings: [], generator: 'builtin' })
      const access = mayNeedModel(situation) ? await models.forEnterprise(input.entId) : undefined
      const thought = access && (await thinkByModel(access, situation))
      return conclude(situation, thought ?? (await thinkBuiltin(situation)))
    },
  }
}

/** Signs alone do not; pictures do where somebody can show them. */
const mayNeedModel = ({ hasWords, hasImage, input }: Situation): boolean =>
  hasWords || (hasImage && input.config.advanced.readsImages && input.readPictures !== undefined)

/** What needs no words: a person should take over, or there is nothing to answer. */
function decideEarly({ input, burst, question, reachesGoal }: Situation): Draft | undefined {
  if (burst.length === 0) return { kind: 'silent', detail: '没有需要回答的消息' }
  const { config, customer, memory } = input
  const trigger = findTrigger(config, { text: question, hasLead: customer.hasLead, answers: memory.answers })
  if (trigger) return { kind: 'handoff', ...trigger }
  return reachesGoal && config.goal.onReached.handoff ? { kind: 'handoff', reason: 'goal', detail: '' } : undefined
}

async function thinkBuiltin(situation: Situation): Promise<Thought> {
  const { draft, found, used } = await generateBuiltin(situation)
  if (draft.kind !== 'answer')
    return { draft, found, findings: whyUnsaid(situation, draft, used), generator: 'builtin' }
  situation.input.onText?.(draft.texts.join('\n'))
  const { findings } = checkTexts(situation, draft.texts, used)
  if (findings.length === 0) return { draft, found, findings, generator: 'builtin' }
  const detail = findings.map(({ text }) => text).join('、')
  return { draft: { kind: 'handoff', reason: 'checker', detail }, found, findings, generator: 'builtin' }
}

/** What in the knowledge keeps it from being said. */
function whyUnsaid(situation: Situation, draft: Draft, used: readonly Found[]): CheckFinding[] {
  if (draft.kind !== 'handoff' || draft.reason !== 'checker') return []
  const { findings } = checkTexts(
    situation,
    used.map(({ answer }) => answer),
    used,
  )
  return findings.filter(({ kind }) => kind === 'guard' || kind === 'forbidden')
}
