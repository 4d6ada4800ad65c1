import { AMBIGUOUS_WECHAT, asksForContact, findMissTrigger, handsOverAtOnce } from '@ruwu/domain'
import type { Draft, Generated } from '../draft.ts'
import type { Found } from '../engine.ts'
import type { Situation } from '../situation.ts'
import { contactAskedIn, fieldToAsk, requestOnce, withAsk } from './ask.ts'
import { askChoice, readChoice, standingOffer } from './choices.ts'
import { composeAnswer, packAnswers } from './compose.ts'
import { withFormOfAddress, TEXTS, withSmile } from './phrases.ts'
import { findScene, searchBurst } from './questions.ts'
import { packMessages, sentencesOf } from './sentences.ts'
import { asksPrice, isQuestion, onlyStatesValues, type MessageKind, classifyText } from './small-talk.ts'

/** Answers from the knowledge without a model; deterministic. */
export async function generateBuiltin(situation: Situation): Promise<Generated> {
  const chosen = await answerChoice(situation)
  if (chosen) return chosen
  const talk = answerTalk(situation)
  if (talk) return { draft: talk, found: [], used: [] }
  const scene = findScene(situation)
  const told = scene === undefined ? undefined : smallTalkDraft(situation, scene, { asks: true })
  if (told?.kind === 'answer') return { draft: told, found: [], used: [] }
  return answerQuestion(situation)
}

async function answerQuestion(situation: Situation): Promise<Generated> {
  const { input, question } = situation
  const { config } = input
  const { found, hits, choices, open } = await searchBurst(situation)
  if (asksPrice(question) && config.script.price === 'handoff')
    return { draft: { kind: 'handoff', reason: 'price', detail: question }, found, used: [] }
  if (hits.length === 0 && !isQuestion(question)) return { draft: answerStatement(situation), found: [], used: [] }
  // Asked back once: a second answer that fits nothing goes on as a question without a hit.
  const asked = choices.length > 0 && !standingOffer(situation) ? askChoice(situation, choices) : undefined
  if (asked) {
    const draft: Draft = {
      kind: 'answer',
      texts: asked.texts,
      ask: null,
      isMiss: false,
      isTalk: true,
      offer: asked.offer,
    }
    return { draft, found, used: [], sources: asked.choices }
  }
  if (hits.length === 0) return { draft: missDraft(situation, found), found, used: [] }
  if (open.length > 0 && handsOverAtOnce(config))
    return { draft: { kind: 'handoff', reason: 'unknown', detail: open.join('；') }, found, used: hits }
  return answerFrom(situation, found, hits, open)
}

function answerFrom(situation: Situation, found: Found[], hits: Found[], open: readonly string[] = []): Generated {
  const { texts, used } = composeAnswer(
    situation,
    hits,
    open.map((part) => TEXTS.unknownPart(part)),
  )
  if (texts.length === 0) return { draft: unsendableDraft(situation, hits), found, used: hits }
  const draft: Draft = { kind: 'answer', texts, ask: null, isMiss: false, isTalk: false }
  return { draft: open.length > 0 ? draft : withQuestion(situation, draft), found, used }
}

/** Of a request for the contact that may not be made again now nothing is left to send. */
function unsendableDraft({ input }: Situation, hits: readonly Found[]): Draft {
  const isRequest = hits.some(({ answer }) => asksForContact(answer))
  if (isRequest && input.contactRequest?.isThisTurn) return ALREADY_REQUESTED
  const detail = isRequest ? '知识里只有索要联系方式的内容' : '知识里的内容不能发送'
  return { kind: 'handoff', reason: 'checker', detail }
}

const ALREADY_REQUESTED: Draft = { kind: 'silent', detail: '已请客户留下联系方式' }

/** The answer to the question about which the customer chose among pieces; undefined when none were offered or chosen. */
async function answerChoice(situation: Situation): Promise<Generated | undefined> {
  const choice = await readChoice(situation)
  if (!choice) return undefined
  const { question, labels, pieces } = choice
  if (pieces.length === 0) return { draft: missDraft(situation, []), found: [], used: [], question }
  const asked = `${question} ${labels}`
  if (asksPrice(asked) && situation.input.config.script.price === 'handoff')
    return { draft: { kind: 'handoff', reason: 'price', detail: labels }, found: pieces, used: [], question }
  return { ...answerFrom({ ...situation, question: asked }, pieces, pieces), question }
}

function missDraft(situation: Situation, found: readonly Found[]): Draft {
  const { config, memory } = situation.input
  const [best] = found
  const trigger = findMissTrigger(config, { best, misses: memory.misses + 1 })
  return trigger ? { kind: 'handoff', ...trigger } : unknownDraft(situation, TEXTS.unknown(config.role))
}

/** Small talk, which needs no knowledge; undefined for a question. */
function answerTalk(situation: Situation): Draft | undefined {
  const { question, hasImage, extracted } = situation
  const { role } = situation.input.config
  if (question === '' && hasImage) return answerImage(situation)
  if (onlyStatesValues(question, Object.values(extracted)))
    return smallTalkDraft(situation, TEXTS.noted(role), { asks: true })
  return TALKS[classifyText(question)](situation)
}

const TALKS: Record<MessageKind, (situation: Situation) => Draft | undefined> = {
  question: () => undefined,
  greeting: (situation) => greet(situation, (text) => withSmile(text, situation.input.config.role)),
  thanks: (situation) => smallTalkDraft(situation, TEXTS.thanks(situation.input.config.role)),
  goodbye: (situation) =>
    smallTalkDraft(situation, withSmile(TEXTS.goodbye(situation.input.config.role), situation.input.config.role)),
  robot: (situation) => smallTalkDraft(situation, TEXTS.robot(situation.input)),
  refusal: (situation) => smallTalkDraft(situation, TEXTS.refusal(situation.input.config.role)),
  agreed: (situation) => answerAgreed(situation),
  signs: (situation) => answerEmoji(situation),
}

/** Emoji alone need no answer; ？？ does. */
function answerEmoji(situation: Situation): Draft {
  const { input, question } = situation
  if (input.memory.answers === 0) return greet(situation)
  return /[?？]/.test(question) ? answerStatement(situation) : { kind: 'silent', detail: '客户只发了表情' }
}

/** By the enterprise's own introduction, unless all of it is a request for the contact that may not be made. */
function greet(situation: Situation, styled = (text: string) => text): Draft {
  const { input } = situation
  const { intro } = input.config.role
  const own = intro === '' ? undefined : smallTalkDraft(situation, styled(intro))
  const isLeft = own !== undefined && (own.kind !== 'silent' || input.contactRequest?.isThisTurn)
  return isLeft ? own : smallTalkDraft(situation, styled(TEXTS.introduction(input)))
}

/** 好的 needs no answer, but a missing field can be asked for. */
function answerAgreed(situation: Situation): Draft {
  const key = fieldToAsk(situation)
  return key === undefined ? { kind: 'silent', detail: '客户没有提问' } : askAlone(situation, key)
}

const askAlone = (situation: Situation, key: string): Draft => ({
  kind: 'answer',
  texts: withAsk([], key, situation),
  ask: key,
  isMiss: false,
  isTalk: true,
})

/** 我想考虑一下: a statement. It is acknowledged once; a second one in a row goes to a person. */
function answerStatement(situation: Situation): Draft {
  const { input, question } = situation
  if (fieldToAsk(situation) === AMBIGUOUS_WECHAT) return askAlone(situation, AMBIGUOUS_WECHAT)
  const text = TEXTS.acknowledged(input.config.role)
  return wasLastReply(situation, text)
    ? { kind: 'handoff', reason: 'unknown', detail: question }
    : smallTalkDraft(situation, text)
}

const wasLastReply = ({ input, burst }: Situation, text: string): boolean =>
  input.turns.at(-burst.length - 1)?.text.includes(text) ?? false

/** The built-in engine reads no images: it asks once what is wanted; another image goes to a person. */
function answerImage(situation: Situation): Draft {
  const text = TEXTS.image(situation.input.config.role)
  return wasLastReply(situation, text)
    ? { kind: 'handoff', reason: 'unknown', detail: '客户发来图片' }
    : smallTalkDraft(situation, text)
}

function smallTalkDraft(situation: Situation, text: string, { asks = false } = {}): Draft {
  const { input, question, maxChars } = situation
  const sentences = requestOnce(situation)(sentencesOf(withFormOfAddress(text, input.config.role)))
  if (sentences.length === 0) return ALREADY_REQUESTED
  const texts = packAnswers([sentences], question, maxChars)
  const draft: Draft = { kind: 'answer', texts, ask: null, isMiss: false, isTalk: true }
  return asks ? withQuestion(situation, draft) : draft
}

function unknownDraft(situation: Situation, text: string): Draft {
  return {
    kind: 'answer',
    texts: packMessages(sentencesOf(text), situation.maxChars),
    ask: null,
    isMiss: true,
    isTalk: false,
  }
}

/** Appends the question for the next field to an answer, unless its own text asks for the contact. */
function withQuestion(situation: Situation, draft: Extract<Draft, { kind: 'answer' }>): Draft {
  if (draft.texts.some(asksForContact)) return { ...draft, ask: contactAskedIn(draft.texts, situation) ?? null }
  const key = fieldToAsk(situation)
  if (key === undefined) return draft
  const texts = withAsk(draft.texts, key, situation)
  return texts.join() === draft.texts.join() ? draft : { ...draft, texts, ask: key }
}
