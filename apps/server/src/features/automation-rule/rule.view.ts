import type { AutomationAction, AutomationRule, RuleFields, RuleRun, RuleSample } from '@ruwu/contract'
import { shownTo } from '../../customer/customer.view.ts'
import type { Caller } from '../../platform/http/caller.ts'
import type { listRecentMessages } from './rule-facts.repo.ts'
import type { RunCounts, ShownRule } from './rule.repo.ts'
import type { EndedRun } from './run.repo.ts'

export const toRule = (caller: Caller, row: ShownRule, runs7d: RunCounts): AutomationRule => ({
  id: row.id,
  name: row.name,
  position: row.position,
  accountIds: row.accountIds,
  event: { type: row.eventType, ...(row.eventMinutes === null ? {} : { minutes: row.eventMinutes }) },
  conditions: row.conditions,
  actions: caller.permissions.has('automation:edit') ? row.actions : row.actions.map(withoutToken),
  stopOnMatch: row.stopOnMatch,
  intervalMinutes: row.intervalMinutes,
  status: row.status,
  runs7d,
  updatedByName: row.editorName,
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})

/** Path and query of an address hold its token. */
const withoutToken = (action: AutomationAction): AutomationAction =>
  action.type === 'webhook' ? { ...action, params: { url: new URL(action.params.url).origin } } : action

/** Columns from the input fields; saving resets the failure count. */
export const toColumns = ({ event, ...fields }: RuleFields) => ({
  ...fields,
  eventType: event.type,
  eventMinutes: event.minutes ?? null,
  failures: 0,
})

export const toRun = (caller: Caller, row: EndedRun): RuleRun => ({
  id: row.id,
  at: row.startedAt.toISOString(),
  customerId: row.customerId,
  customerName: shownTo(caller, row.customerRemark || row.customerName),
  result: row.result ?? 'done',
  ms: row.workMs,
  error: row.outcomes.find((each) => each.error !== '')?.error ?? '',
  actions: row.outcomes,
})

type PastMessage = Awaited<ReturnType<typeof listRecentMessages>>[number]

export const toSample = (caller: Caller, { row, messageId, content, at }: PastMessage, pass: boolean): RuleSample => ({
  messageId,
  customerId: row.id,
  customerName: shownTo(caller, row.remark || row.name),
  text: shownTo(caller, content.type === 'text' ? (content.text ?? '') : ''),
  at: at.toISOString(),
  pass,
})
