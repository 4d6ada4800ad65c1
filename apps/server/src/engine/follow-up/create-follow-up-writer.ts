import type { ModelCaller } from '../model/model-caller.ts'
import { readSituation, type Situation } from '../situation.ts'
import { followUpTexts, topicOf } from './builtin-follow-up.ts'
import type { FollowUpInput, FollowUpResult, FollowUpWriter } from './follow-up.ts'

const NO_WORDS = '没有合适的话术'

/** Writes by the enterprise's model; by the built-in engine where there is none or it fails. */
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
      // The duplicate-text guard may refuse the model's sentence, so the built-in wordings follow it.
      const wordings = [...(written?.wordings ?? []), ...own]
      return wordings.length > 0 ? { kind: 'words', wordings } : { kind: 'none', reason: NO_WORDS }
    },
  }
}
