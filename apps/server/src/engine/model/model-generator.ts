import type { CheckFinding } from '@ruwu/contract'
import { asksFor, CONTACT_KEYS, findMissTrigger, withoutContactRequest } from '@ruwu/domain'
import type { ModelMessage } from 'ai'
import { readChoice } from '../builtin/choices.ts'
import { packAnswers } from '../builtin/compose.ts'
import { searchBurst } from '../builtin/questions.ts'
import { sentencesOf } from '../builtin/sentences.ts'
import { asksPrice, isQuestion } from '../builtin/small-talk.ts'
import type { CheckedDraft } from '../engine-result.ts'
import type { Draft } from '../draft.ts'
import type { Picture } from '../engine.ts'
import { isKnown, likelyOf } from '../judge.ts'
import { nextAsk, type Situation } from '../situation.ts'
import { type ModelRequest, callModel, type ModelReply } from './call-model.ts'
import { checkReply } from './check-reply.ts'
import { stripInvisible } from './disclosure.ts'
import { ANSWER_TEXT, ModelProblem } from './model-problem.ts'
import type { ModelAccess } from './models.ts'
import { correctionOf, messagesOf } from './prompt.ts'
import { type ToolEffects, noToolEffects } from './tools.ts'

/** For all tries and corrections together; leaves time for the built-in engine when the model fails. */
const MODEL_DEADLINE_MS = 18_000

/**
 * One model answer, checked; on findings the model gets one correction round, then a person takes over. Throws a ModelProblem
 * when the model fails; undefined when the burst has neither text nor a readable image.
 */
export async function generateByModel(access: ModelAccess, situation: Situation): Promise<CheckedDraft | undefined> {
  const { input, question, hasText, hitFrom } = situation
  const deadline = AbortSignal.timeout(Math.min(access.timeoutMs, MODEL_DEADLINE_MS))
  const signal = AbortSignal.any([input.signal, deadline])
  const choice = await readChoice(situation)
  const first = choice?.pieces ?? (await searchBurst(situation)).found
  /** None of what we offered is meant: the question is not known. */
  const isDenied = choice?.pieces.length === 0
  let pictures = await picturesOf(situation)
  if (!hasText && pictures.length === 0) return undefined
  const tokens = { tokensIn: 0, tokensOut: 0 }
  const effects = noToolEffects(first)
  const thought = (draft: Draft, findings: readonly CheckFinding[] = []): CheckedDraft => ({
    draft,
    found: effects.found.toSorted((one, other) => other.score - one.score),
    used: likelyOf(effects.found, hitFrom),
    findings,
    question: choice?.question,
    generator: 'model',
    model: access.model,
    saved: effects.saved,
    wantsCard: effects.wantsCard,
    hasSeenPictures: pictures.length > 0,
    ...tokens,
  })
  const ask = (messages: ModelMessage[]) => callWithRetry(access, situation, { messages, effects, tokens, signal })

  if (asksPrice(choice?.labels ?? question) && input.config.script.price === 'handoff')
    return thought({ kind: 'handoff', reason: 'price', detail: question })
  let messages = messagesOf(access, situation, first, pictures)
  let reply: ModelReply
  try {
    reply = await ask(messages)
  } catch (error) {
    if (pictures.length === 0 || !(error instanceof ModelProblem && error.isRefusal)) throw error
    // Text-only models refuse requests with images: try again without them.
    pictures = []
    if (!hasText) return undefined
    messages = messagesOf(access, situation, first, pictures)
    reply = await ask(messages)
  }
  const draft = draftOf(situation, reply, effects, isDenied)
  if (draft.kind !== 'answer') return thought(draft)
  const { findings, warnings } = checkReply(situation, draft.texts, effects.found)
  if (findings.some(({ kind }) => kind === 'person')) return thought(PERSON_PROMISED, findings)
  if (findings.length + warnings.length === 0) return thought(draft)

  const again = await ask([
    ...messages,
    { role: 'assistant', content: reply.text },
    correctionOf([...findings, ...warnings]),
  ])
  const better = draftOf(situation, again, effects, isDenied)
  if (better.kind !== 'answer') return thought(better, findings)
  const { findings: left } = checkReply(situation, better.texts, effects.found)
  if (left.some(({ kind }) => kind === 'person')) return thought(PERSON_PROMISED, left)
  if (left.length === 0) return thought(better)
  return thought({ kind: 'handoff', reason: 'checker', detail: left.map(({ text }) => text).join('、') }, left)
}

/** The customer's images, when the account lets the AI read them. */
const picturesOf = async ({ input, hasImage }: Situation): Promise<Picture[]> =>
  hasImage && input.config.advanced.readsImages ? ((await input.readPictures?.()) ?? []) : []

const PERSON_PROMISED: Draft = { kind: 'handoff', reason: 'model', detail: '回答里答应了人工' }

/** Retries once on transport errors and unreadable answers. */
async function callWithRetry(access: ModelAccess, situation: Situation, request: ModelRequest): Promise<ModelReply> {
  try {
    return await callModel(access, situation, request)
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error
    const isWorthIt = error.isTransport || error.message === ANSWER_TEXT
    if (!isWorthIt || request.signal.aborted) throw error
    return callModel(access, situation, request)
  }
}

/** The model's answer as a draft. Miss handling follows the retrieval scores, not the model's opinion. */
function draftOf(situation: Situation, { answer }: ModelReply, effects: ToolEffects, isDenied: boolean): Draft {
  const { input, question, hitFrom, maxChars } = situation
  if (answer.action === 'hand_over' || effects.handOver !== undefined)
    return { kind: 'handoff', reason: 'model', detail: effects.handOver ?? answer.reason ?? '' }
  if (answer.action === 'silent') return { kind: 'silent', detail: answer.reason ?? '' }
  const said = sentencesOf(stripInvisible(answer.text))
  if (said.length === 0) throw new ModelProblem(ANSWER_TEXT)
  // A model may ask although it was told not to.
  const sentences = CONTACT_KEYS.includes(nextAsk(situation) ?? '') ? said : withoutContactRequest(said)
  if (sentences.length === 0) {
    // Then the built-in engine answers: a question is not left without an answer.
    if (isQuestion(question)) throw new ModelProblem(ANSWER_TEXT)
    return { kind: 'silent', detail: '已请客户留下联系方式' }
  }
  const found = effects.found.toSorted((one, other) => other.score - one.score)
  const isHit = isKnown(found, hitFrom)
  const isMiss = !isHit && (isDenied || isQuestion(question))
  if (isMiss) {
    const trigger = findMissTrigger(input.config, { best: found[0], misses: input.memory.misses + 1 })
    if (trigger) return { kind: 'handoff', ...trigger }
  }
  const texts = packAnswers([sentences], question, maxChars)
  return { kind: 'answer', texts, ask: askedIn(situation, texts), isMiss, isTalk: !isHit && !isMiss }
}

/** The field the text asks for, read from the text; the model's own `ask` is not trusted. */
function askedIn(situation: Situation, texts: readonly string[]): string | null {
  const key = nextAsk(situation)
  return key !== undefined && asksFor(texts.at(-1) ?? '', key, situation.input.fieldNames) ? key : null
}
