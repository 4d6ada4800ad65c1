import type { KnowledgeId, KnowledgePiece } from '@ruwu/contract'
import { hitScore } from '@ruwu/domain'
import { askChoice } from './builtin/choices.ts'
import type { EngineInput, EngineResult, Found, Memory, Turn } from './engine.ts'
import { readSituation } from './situation.ts'

type Source = { knowledgeId: KnowledgeId; title: string; score: number }

/** A reply for an agent to send, and the knowledge it was made from. */
export type SuggestedReply = { text: string; sources: Source[] }

type Decide = (input: EngineInput) => Promise<EngineResult>

const SUGGESTIONS_MAX = 3

/**
 * What the engine would answer now, and for 换一条 the answers from the next entries above 采用线; nothing where it would stay silent, hand
 * over or say that it does not know. Where it would ask which of several close entries is meant, the answer from each of them.
 */
export async function suggestReplies(decide: Decide, input: EngineInput): Promise<SuggestedReply[]> {
  const first = await decide(input)
  const { offer } = first.memory
  if (first.decision.kind === 'answer' && first.decision.isChoice && offer) {
    const scores = new Map(first.knowledge.toReversed().map(({ knowledgeId, score }) => [knowledgeId, score]))
    const choices = offer.choices.slice(0, SUGGESTIONS_MAX)
    const asked = { texts: first.decision.texts, memory: { ...first.memory, offer: { ...offer, choices } } }
    return distinct(await repliesFrom(decide, input, asked, scores))
  }
  const replies = replyIn(first)
  // A model is given all entries above the line, so its answer leaves none.
  if (replies.length === 0 || first.generator === 'model') return replies
  const others = await unusedIn(first, input)
  const asked = askChoice(readSituation(input), others)
  if (!asked) return replies
  const scores = new Map(others.map(({ knowledgeId, score }) => [knowledgeId, score]))
  const memory = { ...input.memory, offer: { ...asked.offer, question: first.question } }
  return distinct([...replies, ...(await repliesFrom(decide, input, { texts: asked.texts, memory }, scores))])
}

const nameOf = ({ knowledgeId, piece }: KnowledgePiece) => `${knowledgeId} ${piece}`

/** The best entries above the line that the answer was not made from. */
async function unusedIn({ question, knowledge }: EngineResult, { search, config }: EngineInput): Promise<Found[]> {
  const used = new Set(knowledge.filter(({ isUsed }) => isUsed).map(nameOf))
  const hitFrom = hitScore(config)
  // Small talk is answered without knowledge.
  if (used.size === 0) return []
  const found = await search(question)
  return found.filter((each) => each.score >= hitFrom && !used.has(nameOf(each))).slice(0, SUGGESTIONS_MAX - 1)
}

/** Our question which of several entries is meant, with the offer in the memory. */
type Asked = { texts: readonly string[]; memory: Memory }

/** The answers from the offered entries, as if the customer had chosen each. A chosen one counts as certain; shown is how well it fitted the question. */
async function repliesFrom(
  decide: Decide,
  input: EngineInput,
  { texts, memory }: Asked,
  scores: ReadonlyMap<KnowledgeId, number>,
): Promise<SuggestedReply[]> {
  const choices = memory.offer?.choices ?? []
  const asked = toTurn('ai', texts.join('\n'), input.now)
  const chosen = await Promise.all(
    choices.map((_, index) => {
      const choice = toTurn('customer', choices.length === 1 ? '是的' : String(index + 1), input.now)
      return decide({ ...input, memory, turns: [...input.turns, asked, choice] })
    }),
  )
  return chosen.flatMap(replyIn).map(({ text, sources }) => ({
    text,
    sources: sources.map((source) => ({ ...source, score: scores.get(source.knowledgeId) ?? source.score })),
  }))
}

const distinct = (replies: readonly SuggestedReply[]): SuggestedReply[] =>
  replies.filter(({ text }, index) => replies.findIndex((each) => each.text === text) === index)

const toTurn = (who: Turn['who'], text: string, at: Date): Turn => ({ who, text, hasImage: false, at })

function replyIn({ decision, knowledge }: EngineResult): SuggestedReply[] {
  if (decision.kind !== 'answer' || decision.isMiss) return []
  const sources = knowledge
    .filter(({ isUsed }) => isUsed)
    .map(({ knowledgeId, title, score }) => ({ knowledgeId, title, score }))
  return [{ text: decision.texts.join('\n'), sources }]
}
