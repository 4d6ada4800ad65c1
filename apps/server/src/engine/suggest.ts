import type { KnowledgeId } from '@ruwu/contract'
import type { EngineInput, EngineResult, Turn } from './engine.ts'

type Source = { knowledgeId: KnowledgeId; title: string; score: number }

/** A reply for an agent to send, and the knowledge it was made from. */
export type SuggestedReply = { text: string; sources: Source[] }

type Decide = (input: EngineInput) => Promise<EngineResult>

const SUGGESTIONS_MAX = 3

/**
 * What the engine would answer now; nothing where it would stay silent, hand over or say that it does not know. Where it would ask which of
 * several close entries is meant, the answer from each of them, as if the customer had chosen it.
 */
export async function suggestReplies(decide: Decide, input: EngineInput): Promise<SuggestedReply[]> {
  const first = await decide(input)
  const { offer } = first.memory
  if (first.decision.kind !== 'answer' || !first.decision.isChoice || !offer) return replyIn(first)
  const asked = toTurn('ai', first.decision.texts.join('\n'), input.now)
  const choices = offer.choices.slice(0, SUGGESTIONS_MAX)
  const chosen = await Promise.all(
    choices.map((_, index) => {
      const choice = toTurn('customer', choices.length === 1 ? '是的' : String(index + 1), input.now)
      return decide({ ...input, memory: first.memory, turns: [...input.turns, asked, choice] })
    }),
  )
  // A chosen piece counts as certain; shown is how well it fitted the question.
  const scores = new Map(first.knowledge.toReversed().map(({ knowledgeId, score }) => [knowledgeId, score]))
  const replies = chosen.flatMap(replyIn).map(({ text, sources }) => ({
    text,
    sources: sources.map((source) => ({ ...source, score: scores.get(source.knowledgeId) ?? source.score })),
  }))
  return [...new Map(replies.map((reply) => [reply.text, reply])).values()]
}

const toTurn = (who: Turn['who'], text: string, at: Date): Turn => ({ who, text, hasImage: false, at })

function replyIn({ decision, knowledge }: EngineResult): SuggestedReply[] {
  if (decision.kind !== 'answer' || decision.isMiss) return []
  const sources = knowledge
    .filter(({ isUsed }) => isUsed)
    .map(({ knowledgeId, title, score }) => ({ knowledgeId, title, score }))
  return [{ text: decision.texts.join('\n'), sources }]
}
