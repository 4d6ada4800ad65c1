import type { AiDecision, AiGenerator, CheckFinding, KnowledgePiece } from '@ruwu/contract'
import { asksForContact, CONTACT_KEYS, passesGuard } from '@ruwu/domain'
import { unsaidLines, withMustSay } from './builtin/must-say.ts'
import type { Draft } from './draft.ts'
import type { EngineResult, Found, Memory } from './engine.ts'
import { isKnown } from './judge.ts'
import { mayRequestContact, type Situation } from './situation.ts'

/** A draft that passed the checker, or became a handoff because it did not. */
export type CheckedDraft = {
  draft: Draft
  found: readonly Found[]
  /** The pieces the texts were made from. */
  used: readonly Found[]
  findings: readonly CheckFinding[]
  /** The question as it was understood, where the message alone does not say it. */
  question?: string | undefined
  generator: AiGenerator
  model?: string
  tokensIn?: number
  tokensOut?: number
  hasSeenPictures?: boolean
  /** Field values that a model took from the customer's messages. */
  saved?: Record<string, string>
  /** The model asked to send the account's card with the answer. */
  wantsCard?: boolean
}

const KNOWLEDGE_SHOWN = 5

/** Adds to a draft its card and tags, the required sentences and the next memory. */
export function toEngineResult(situation: Situation, thought: CheckedDraft): EngineResult {
  const { hitFrom } = situation
  const { draft, found, question = situation.question } = thought
  const usedPieces = draft.kind === 'answer' ? thought.used : []
  const isHit = usedPieces.length > 0 || isKnown(found, hitFrom)
  return {
    decision: toDecision(situation, thought),
    question,
    knowledge: shownPieces(found, usedPieces),
    used: [...new Set(usedPieces.filter(({ type }) => type !== 'intro').map(({ knowledgeId }) => knowledgeId))],
    findings: [...thought.findings],
    isHit,
    hasSeenPictures: thought.hasSeenPictures ?? false,
    memory: memoryAfter(situation, thought, isHit),
    generator: thought.generator,
    model: thought.model ?? '',
    tokensIn: thought.tokensIn ?? 0,
    tokensOut: thought.tokensOut ?? 0,
  }
}

/** Used pieces are kept first when the list is cut to KNOWLEDGE_SHOWN; the result is ordered by score. */
function shownPieces(found: readonly Found[], used: readonly Found[]): KnowledgePiece[] {
  const numbers = new Set(used.map(({ no }) => no))
  const pieces = found.map((each) => ({ ...toPiece(each), isUsed: numbers.has(each.no) }))
  return pieces
    .toSorted((one, other) => Number(other.isUsed) - Number(one.isUsed))
    .slice(0, KNOWLEDGE_SHOWN)
    .toSorted((one, other) => other.score - one.score)
}

function memoryAfter(
  { input, extracted, reachesGoal }: Situation,
  { draft, saved = {} }: CheckedDraft,
  isHit: boolean,
): Memory {
  const { memory, config, customer } = input
  const isAnswer = draft.kind === 'answer'
  const ask = isAnswer ? draft.ask : null
  const isTalk = draft.kind === 'silent' || (isAnswer && draft.isTalk)
  const isMiss = isAnswer ? draft.isMiss : !isHit
  const values = { ...saved, ...extracted }
  const fresh = config.goal.fields.filter(({ key }) => values[key] !== undefined && !customer.known[key])
  return {
    asked: ask === null ? memory.asked : { ...memory.asked, [ask]: (memory.asked[ask] ?? 0) + 1 },
    collected: { ...memory.collected, ...Object.fromEntries(fresh.map(({ key }) => [key, values[key] ?? ''])) },
    misses: isTalk ? memory.misses : isMiss ? memory.misses + 1 : 0,
    answers: memory.answers + (isAnswer ? 1 : 0),
    isGoalReached: memory.isGoalReached || reachesGoal,
    // Silence leaves our last answer the last one.
    offer: isAnswer ? (draft.offer ?? null) : draft.kind === 'silent' ? memory.offer : null,
  }
}

function toDecision(situation: Situation, { draft, wantsCard = false }: CheckedDraft): AiDecision {
  if (draft.kind !== 'answer') return draft
  const { input, reachesGoal, rules } = situation
  const { config, contactRequest, customer } = input
  const { script, goal } = config
  const isAsked = contactRequest?.isThisTurn ?? false
  const isGiven = CONTACT_KEYS.some((key) => customer.known[key])
  // A required line that asks for the contact waits until it may, one in a turn.
  const mayRequest = mayRequestContact(situation) && !draft.texts.some(asksForContact)
  const unsaid = unsaidLines(script.mustSay, input.turns, draft.texts).filter((line) => passesGuard(line, rules))
  const request = mayRequest ? unsaid.find(asksForContact) : undefined
  const lines = unsaid.filter((line) => line === request || !asksForContact(line))
  return {
    kind: 'answer',
    texts: withMustSay(draft.texts, lines, rules.limits.textMaxChars),
    ask: draft.ask,
    materialId: reachesGoal || (wantsCard && !isAsked && !isGiven) ? goal.onReached.materialId : null,
    tagIds: reachesGoal ? goal.onReached.tagIds : [],
    isMiss: draft.isMiss,
    ...(draft.offer ? { isChoice: true } : {}),
  }
}

/** A found piece without its full answer, as the console shows it. */
export const toPiece = ({
  knowledgeId,
  type,
  title,
  piece,
  score,
  parts,
  isShared,
  isUsed,
}: KnowledgePiece): KnowledgePiece => ({
  knowledgeId,
  type,
  title,
  piece,
  score,
  ...(parts ? { parts } : {}),
  ...(isShared ? { isShared } : {}),
  ...(isUsed === undefined ? {} : { isUsed }),
})
