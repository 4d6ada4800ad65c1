import type { KnowledgePiece } from '@ruwu/contract'
import { POINT_PRICES } from '@ruwu/domain'
import type { PreviewTurn } from '../../db/schema/index.ts'
import { type EngineResult, type Found, type Memory, toPiece, type Turn } from '../../engine/index.ts'

/** What was said since the last hand-over, where another conversation began, and the new question. */
export function buildTurns(past: readonly PreviewTurn[], question: string, now: Date): Turn[] {
  const begin = past.findLastIndex(({ decision }) => decision.kind === 'handoff') + 1
  const said = past.slice(begin).flatMap((turn) => {
    const at = new Date(turn.at)
    return [toTurn('customer', turn.question, at), ...turn.texts.map((text) => toTurn('ai', text, at))]
  })
  return [...said, toTurn('customer', question, now)]
}

const toTurn = (who: Turn['who'], text: string, at: Date): Turn => ({ who, text, hasImage: false, at })

/** After a hand-over it remembers nothing. */
export const memoryAfter = ({ decision, memory }: EngineResult): Memory | null =>
  decision.kind === 'handoff' ? null : memory

/** What it would cost with a customer; handing over and saying nothing cost nothing. */
export const costInPoints = ({ decision }: EngineResult): number =>
  decision.kind === 'answer' ? POINT_PRICES.ai_reply : 0

/** Each entry once, with its best piece; the best first. */
export function bestPieces(found: readonly Found[]): KnowledgePiece[] {
  const best = new Map<string, KnowledgePiece>()
  for (const each of found.toSorted((one, other) => other.score - one.score)) {
    if (!best.has(each.knowledgeId)) best.set(each.knowledgeId, toPiece(each))
  }
  return [...best.values()]
}
