import type { CheckFinding } from '@ruwu/contract'
import { findTrigger } from '@ruwu/domain'
import { generateBuiltin } from './builtin/builtin-generator.ts'
import { checkTexts } from './check-draft.ts'
import { toEngineResult, type CheckedDraft } from './engine-result.ts'
import type { Draft } from './draft.ts'
import type { Engine, EngineInput, EngineResult, Found } from './engine.ts'
import type { ModelCaller } from './model/model-caller.ts'
import { readSituation, type Situation } from './situation.ts'

/** Decides by the enterprise's model; by the built-in engine where there is none or it fails. */
export function createEngine(models: ModelCaller): Engine {
  const generateWithModel = (situation: Situation): Promise<CheckedDraft | undefined> =>
    models.call(situation.input, async (access) => {
      const { generateByModel } = await import('./model/model-generator.ts')
      return generateByModel(access, situation)
    })

  return {
    async decide(input: EngineInput): Promise<EngineResult> {
      const situation = readSituation(input)
      const early = decideEarly(situation)
      if (early)
        return toEngineResult(situation, { draft: early, found: [], used: [], findings: [], generator: 'builtin' })
      const thought = mayNeedModel(situation) ? await generateWithModel(situation) : undefined
      return toEngineResult(situation, thought ?? (await generateAndCheckBuiltin(situation)))
    },
  }
}

/** Emoji and punctuation alone never call a model; an image does only when the account lets the AI read images. */
const mayNeedModel = ({ hasText: hasWords, hasImage, input }: Situation): boolean =>
  hasWords || (hasImage && input.config.advanced.readsImages && input.readPictures !== undefined)

/** Decisions that need no text: a handoff trigger, or nothing to answer. */
function decideEarly({ input, burst, question, reachesGoal }: Situation): Draft | undefined {
  if (burst.length === 0) return { kind: 'silent', detail: '没有需要回答的消息' }
  const { config, customer, memory } = input
  const trigger = findTrigger(config, { text: question, hasLead: customer.hasLead, answers: memory.answers })
  if (trigger) return { kind: 'handoff', ...trigger }
  return reachesGoal && config.goal.onReached.handoff ? { kind: 'handoff', reason: 'goal', detail: '' } : undefined
}

async function generateAndCheckBuiltin(situation: Situation): Promise<CheckedDraft> {
  const { draft, found, used, sources = used, question } = await generateBuiltin(situation)
  const thought = { found, used, question, generator: 'builtin' as const }
  if (draft.kind !== 'answer') return { ...thought, draft, findings: blockingFindings(situation, draft, used) }
  situation.input.onText?.(draft.texts.join('\n'))
  const { findings } = checkTexts(situation, draft.texts, sources)
  if (findings.length === 0) return { ...thought, draft, findings }
  const detail = findings.map(({ text }) => text).join('、')
  return { ...thought, draft: { kind: 'handoff', reason: 'checker', detail }, findings }
}

/** The blocked words in the knowledge that left nothing to send. */
function blockingFindings(situation: Situation, draft: Draft, used: readonly Found[]): CheckFinding[] {
  if (draft.kind !== 'handoff' || draft.reason !== 'checker') return []
  const { findings } = checkTexts(
    situation,
    used.map(({ answer }) => answer),
    used,
  )
  return findings.filter(({ kind }) => kind === 'guard' || kind === 'forbidden')
}
