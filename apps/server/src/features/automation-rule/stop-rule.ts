import type { AutomationRuleId, EntId, MessageId } from '@ruwu/contract'
import { RULE_FAILURES_MAX, RULE_TEXTS } from '@ruwu/domain'
import { notifyAgents } from '../../customer/notify-agents.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { Transaction } from '../../db/database.ts'
import { listHolders } from '../agent/index.ts'
import { listLogsByMessage, listLogsOfRule } from '../automation/index.ts'
import { changeRule, countFailures, findRule, type RuleRow } from './rule.repo.ts'

/** Too many failures in a row stop the rule, and its author is told. */
export async function countResult(tx: Transaction, rule: RuleRow, failures: number, now: Date): Promise<void> {
  if (failures === rule.failures) return
  if (failures < RULE_FAILURES_MAX || rule.status !== 'on') return countFailures(tx.sql, rule, failures)
  await changeRule(tx.sql, rule, { status: 'stopped', failures })
  const { entId } = rule
  const text = RULE_TEXTS.stopped(rule.name)
  const told = { hintType: 'rule_stopped', text, level: 'warn', to: [rule.updatedBy], subjectId: rule.id } as const
  await notifyAgents(tx, { entId }, told, now)
  const event = { type: 'automation_rule_change', at: now.toISOString(), operatorId: null } as const
  tx.emit(entId, event, { agentIds: await listHolders(tx.sql, entId, 'automation:viewPage') })
}

/** A message that the platform refuses fails after its run has ended well: a rule whose last messages were all refused stops, too. */
export function watchRefusals(writer: CustomerWriter): void {
  writer.onCommit(async (tx, changes, now) => {
    for (const change of changes) {
      const refused = change.deliveries.flatMap(({ isSent, messageId }) => (isSent ? [] : [messageId]))
      if (refused.length > 0) await stopRefused(tx, change, refused, now)
    }
  })
}

async function stopRefused(
  tx: Transaction,
  { customer: { entId } }: CustomerChange,
  refused: readonly MessageId[],
  now: Date,
): Promise<void> {
  const logs = await listLogsByMessage(tx.sql, [entId], refused)
  for (const ruleId of new Set(logs.flatMap(({ input }) => ('ruleId' in input ? [input.ruleId] : [])))) {
    const rule = await findRule(tx.sql, { entId, id: ruleId })
    if (rule?.status === 'on' && (await areAllRefused(tx, entId, ruleId, refused)))
      await countResult(tx, rule, RULE_FAILURES_MAX, now)
  }
}

async function areAllRefused(
  { sql }: Transaction,
  entId: EntId,
  ruleId: AutomationRuleId,
  refused: readonly MessageId[],
): Promise<boolean> {
  const last = await listLogsOfRule(sql, entId, { ruleId, limit: RULE_FAILURES_MAX })
  const isRefused = ({ result, messageId }: (typeof last)[number]) =>
    result === 'failed' || (messageId !== null && refused.includes(messageId))
  return last.length === RULE_FAILURES_MAX && last.every(isRefused)
}
