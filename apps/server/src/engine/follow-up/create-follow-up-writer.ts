import type { EngineDeps } from '../create-engine.ts'
import { Breaker } from '../model/breaker.ts'
import type { ModelAccess } from '../model/models.ts'
import { readSituation, type Situation } from '../situation.ts'
import { followUpTexts } from './builtin-follow-up.ts'
import type { FollowUpInput, FollowUpWords, FollowUpWriter } from './follow-up.ts'
import { topicOf } from './topic.ts'

const NO_WORDS = '没有合适的话术'

/** By a model where there is one that answers, else by our own engine. */
export function createFollowUpWriter({ models, clock, log }: EngineDeps): FollowUpWriter {
  const breaker = new Breaker(clock)

  const byModel = async (
    access: ModelAccess,
    situation: Situation,
    step: number,
  ): Promise<FollowUpWords | undefined> => {
    const { entId, signal, search, turns } = situation.input
    const key = access.isOwn ? entId : 'operator'
    if (breaker.isOpen(key)) return undefined
    const topic = topicOf(turns)
    const found = topic === undefined ? [] : await search(topic)
    // Most installations have no model; who has none does not load what calls it.
    const { writeByModel } = await import('./model-follow-up.ts')
    const { toProblem } = await import('../model/model-problem.ts')
    try {
      const written = await writeByModel(access, situation, { step, found })
      breaker.succeeded(key)
      return written
    } catch (error) {
      signal.throwIfAborted()
      breaker.failed(key)
      log.warn({ entId, model: access.model, err: error }, 'a model wrote no follow-up')
      await models.onFailure(entId, access, toProblem(error).message)
      return undefined
    }
  }

  return {
    async write(input: FollowUpInput): Promise<FollowUpWords> {
      const situation = readSituation(input)
      const access = await models.forEnterprise(input.entId)
      const written = access && (await byModel(access, situation, input.step))
      if (written?.kind === 'none') return written
      const own = followUpTexts(situation, input).map((text) => ({ text, generator: 'builtin' as const, model: '' }))
      // A model's sentence may turn out to be one that many were told: ours are there for that case.
      const wordings = [...(written?.wordings ?? []), ...own]
      return wordings.length > 0 ? { kind: 'words', wordings } : { kind: 'none', reason: NO_WORDS }
    },
  }
}
