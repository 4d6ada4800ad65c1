import type { Stage, StageId } from '@ruwu/contract'

export type StageStep = Stage & { state: 'done' | 'now' | 'ahead' }

/** The stages in their order, and how far the customer is. Whoever was never put anywhere is at the beginning. */
export function stageSteps(stages: readonly Stage[], stageId: StageId | null): StageStep[] {
  const sorted = stages.toSorted((a, b) => a.position - b.position)
  const now = Math.max(
    0,
    sorted.findIndex((stage) => stage.id === stageId),
  )
  return sorted.map((stage, at) => ({ ...stage, state: at < now ? 'done' : at === now ? 'now' : 'ahead' }))
}
