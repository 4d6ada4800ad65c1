import type { Stage, StageId } from '@ruwu/contract'

export type StageStep = Stage & { state: 'done' | 'now' | 'ahead' }

/** The stages in order with the current one. Without a stage the first one is current. */
export function stageSteps(stages: readonly Stage[], stageId: StageId | null): StageStep[] {
  const sorted = stages.toSorted((a, b) => a.position - b.position)
  const now = Math.max(
    0,
    sorted.findIndex((stage) => stage.id === stageId),
  )
  return sorted.map((stage, at) => ({ ...stage, state: at < now ? 'done' : at === now ? 'now' : 'ahead' }))
}
