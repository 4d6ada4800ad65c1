import type { CustomerSetting, LeadStatus, Stage, StageId } from '@ruwu/contract'
import { LEAD_STATUS_LABELS } from '../lead/lead-labels.ts'

const LINKED: ReadonlySet<LeadStatus> = new Set(['added', 'won'])

/**
 * 联动: the stage to which a customer moves when one of its leads gets the status: 已加微 or 已成交, the stage of the same name, if it
 * lies ahead. Undefined: the customer stays. Without a stage of its own a customer stands in the first.
 */
export function linkedStage(
  status: LeadStatus,
  { linkStage, stages }: Pick<CustomerSetting, 'linkStage' | 'stages'>,
  stageId: StageId | null,
): Stage | undefined {
  if (!linkStage || !LINKED.has(status)) return undefined
  const ordered = stages.toSorted((a, b) => a.position - b.position)
  const here = ordered.findIndex(({ id }) => id === stageId)
  return ordered.slice(Math.max(here, 0) + 1).find(({ name }) => name === LEAD_STATUS_LABELS[status])
}
