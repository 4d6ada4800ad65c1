import type { ModelCaller } from '../model/model-caller.ts'
import { readSituation, type Situation } from '../situation.ts'
import { followUpTexts } from './builtin-follow-up.ts'
import type { FollowUpInput, FollowUpResult, FollowUpWriter } from './follow-up.ts'
import { topicOf } from './topic.ts'

const NO_WORDS = '没有合适的话术'

/** By a model where there is one that answers, else by our own engine. */
export function createFollowUpWriter(models: ModelCaller): FollowUpWriter {
  const writeByModel = (situation: Situation, step: number): Promise<FollowUpResult | undefined> =>
    models.call(situation.input, async (access) => {
      const topic = topicOf(situation.input.turns)
      const found = topic === undefined ? [] : await situation.input.search(topic)
      const model = await import('./model-follow-up.ts')
      return model.writeByModel(access, situation, { step, found })
    })

  return {
    async write(input: FollowUpInput): Promise<FollowUpResult> {
      const situation = readSituation(input)
      const written = await writeByModel(situation, input.step)
      if (written?.kind === 'none') return written
      const own = followUpTexts(situation, input).map((text) => ({ text, generator: 'builtin' as const, model: '' }))
      // A model's sentence may turn out to be one that many were told: ours are there for that case.
      const wordings = [...(written?.wordings ?? []), ...own]
      return wordings.length > 0 ? { kind: 'words', wordings } : { kind: 'none', reason: NO_WORDS }
    },
  }
}
