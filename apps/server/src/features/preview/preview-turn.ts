import type { KnowledgePiece } from '@ruwu/contract'
import { POINT_PRICES } from '@ruwu/domain'
import type { PreviewTurn } from '../../db/schema/index.ts'
import { type EngineResult, type Found, type Memory, toPiece, type Turn } from '../../engine/index.ts'

/** Turns since the last handoff (which starts a new conversation) and the new question. */
export function buildTurns(past: readonly PreviewTurn[], question: string, now: Date): Turn[] {
  const begin = past.findLastIndex(({ decision }) => decision.kind === 'handoff') + 1
  const turns = past.slice(begin).flatMap((turn) => {
    const at = new Date(turn.at)
    return [toTurn('customer', turn.question, at), ...turn.texts.map((text) => toTurn('ai', text, at))]
  })
  return [...turns, toTurn('customer', question, now)]
}

const toTurn = (who: Turn['who'], text: string, at: Date): Turn => ({ who, text, hasImage: false, at })

/** A handoff clears the memory. */
export const memoryAfter = ({ decision, memory }: EngineResult): Memory | null =>
  decision.kind === 'handoff' ? null : memory

/** Points a real customer's answer would cost; handoff and silence are free. */
export const costInPoints = ({ decision }: EngineResult): number =>
  decision.kind === 'answer' ? POINT_PRICES.ai_reply : 0

/** Each piece once, best score first. */
export function bestPieces(found: readonly Found[]): KnowledgePiece[] {
  const best = new Map<number, KnowledgePiece>()
  for (const each of found.toSorted((one, other) => other.score - one.score)) {
    if (!best.has(each.no)) best.set(each.no, toPiece(each))
  }
  return [...best.values()]
}
