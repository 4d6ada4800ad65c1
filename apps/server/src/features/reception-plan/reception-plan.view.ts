import type { ReceptionPlan, ReceptionPlanFields, RelationId } from '@ruwu/contract'
import { ASSIGN_MODE_LABELS, packSchedule, scheduleSummary, unpackSchedule } from '@ruwu/domain'
import type { ListedPlan, PlanRow } from '../../reception/index.ts'

export const toReceptionPlan = (
  { plan, editor }: ListedPlan,
  { accountIds, hitsToday }: { accountIds: RelationId[]; hitsToday: number },
): ReceptionPlan => ({
  id: plan.id,
  name: plan.name,
  isDefault: plan.isDefault,
  accountIds,
  ...unpackSchedule(plan.schedule),
  welcome: plan.welcome,
  assign: { ...plan.assign, mode: plan.assignMode },
  offText: plan.offText,
  closing: plan.closing,
  enabled: plan.enabled,
  hitsToday,
  updatedBy: plan.updatedBy,
  updatedByName: editor ?? '',
  updatedAt: plan.updatedAt.toISOString(),
  version: plan.version,
})

export const toColumns = ({ assign: { mode, ...rule }, ...fields }: ReceptionPlanFields) => ({
  name: fields.name,
  assignMode: mode,
  assign: rule,
  schedule: packSchedule(fields),
  welcome: fields.welcome,
  offText: fields.offText,
  closing: fields.closing,
  enabled: fields.enabled,
})

/** A plan as the audit log shows it. */
export const auditedPlan = (
  plan: Pick<PlanRow, 'name' | 'enabled' | 'schedule' | 'assignMode' | 'welcome' | 'closing' | 'offText'>,
  accounts: string[],
) => ({
  name: plan.name,
  enabled: plan.enabled,
  accounts,
  schedule: scheduleSummary(unpackSchedule(plan.schedule).grid, () => undefined),
  holidays: plan.schedule.holidays.map(({ date, name }) => (name ? `${date} ${name}` : date)),
  timezone: plan.schedule.timezone,
  assignMode: ASSIGN_MODE_LABELS[plan.assignMode],
  welcome: plan.welcome.enabled ? plan.welcome.parts.map((part) => (part.type === 'text' ? part.text : part.type)) : [],
  offText: plan.offText,
  closing: plan.closing.enabled ? plan.closing.text : '',
})
