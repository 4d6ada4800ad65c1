import type { ModelMessage } from 'ai'
import type { Found } from '../engine.ts'
import { callModel } from '../model/call-model.ts'
import { checkReply } from '../model/check-reply.ts'
import { stripInvisible } from '../model/disclosure.ts'
import type { ModelAccess } from '../model/models.ts'
import { correctionOf, messagesOf } from '../model/prompt.ts'
import { noToolEffects } from '../model/tools.ts'
import type { Situation } from '../situation.ts'
import type { FollowUpResult } from './follow-up.ts'

const MODEL_DEADLINE_MS = 18_000
const NO_TEXTS: FollowUpResult = { kind: 'words', wordings: [] }

const taskOf = (step: number): ModelMessage => ({
  role: 'user',
  content: `客户在你上一条消息之后一直没有回复，现在是第 ${step} 次跟进。请结合上面的对话写一句自然、简短、不催促的话，请客户继续聊；不要重复说过的话，不要提到客户没有回复，不要新增任何事实。客户已经表示不需要时 action 填 silent，并在 reason 里说明。仍按 JSON 格式输出。`,
})

/** One sentence by a model; no wordings when two tries fail the checker. Throws a ModelProblem when it does not answer. */
export async function writeByModel(
  access: ModelAccess,
  situation: Situation,
  { step, found }: { step: number; found: readonly Found[] },
): Promise<FollowUpResult> {
  const signal = AbortSignal.any([
    situation.input.signal,
    AbortSignal.timeout(Math.min(access.timeoutMs, MODEL_DEADLINE_MS)),
  ])
  const messages = [...messagesOf(access, situation, found), taskOf(step)]
  for (const _try of ['first', 'second']) {
    const effects = noToolEffects(found)
    const tokens = { tokensIn: 0, tokensOut: 0 }
    const { answer, text: reply } = await callModel(access, situation, { messages, effects, tokens, signal })
    if (answer.action === 'silent') return { kind: 'none', reason: answer.reason ?? '' }
    if (answer.action !== 'answer' || effects.handOver !== undefined) return NO_TEXTS
    const text = stripInvisible(answer.text).trim()
    const { findings, warnings } = checkReply(situation, [text], effects.found)
    if (findings.length + warnings.length === 0)
      return { kind: 'words', wordings: [{ text, generator: 'model', model: access.model }] }
    messages.push({ role: 'assistant', content: reply }, correctionOf([...findings, ...warnings]))
  }
  return NO_TEXTS
}
