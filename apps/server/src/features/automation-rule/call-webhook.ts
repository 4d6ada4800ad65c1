import type { AutomationAction } from '@ruwu/contract'
import { RULE_TEXTS } from '@ruwu/domain'
import { findCustomerRow } from '../../customer/customer-change.repo.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { ActionDone } from '../automation-action/index.ts'
import { sendWebhook } from '../webhook/index.ts'
import { findRule, RULE_SECRET_PURPOSE } from './rule.repo.ts'
import { holdsStep, type RunRow } from './run.repo.ts'

export type CallDeps = { db: Database; clock: Clock; secrets: Secrets; isDemo: boolean }

/**
 * One signed call, outside any transaction; none (undefined) for a rule that is off, or a run that is no longer this node's. It has the same id in every attempt, so that the receiver can leave out a repeated one. Of the
 * customer only ids are told.
 */
export async function callWebhook(
  { db, clock, secrets, isDemo }: CallDeps,
  run: RunRow,
  { params }: Extract<AutomationAction, { type: 'webhook' }>,
): Promise<ActionDone | undefined> {
  const rule = await findRule(db.sql, { entId: run.entId, id: run.ruleId })
  if (rule?.status !== 'on' || run.cause.isReplied || !(await holdsStep(db.sql, run))) return undefined
  const row = await findCustomerRow(db.sql, run.entId, run.customerId)
  if (!rule.secret || !row) return { result: 'failed', error: row ? RULE_TEXTS.off : RULE_TEXTS.erased }
  const id = `${run.id}-${run.step + 1}`
  const body = JSON.stringify({
    id,
    type: 'automation.rule',
    createdAt: run.startedAt.toISOString(),
    enterpriseId: run.entId,
    data: {
      ruleId: run.ruleId,
      ruleName: run.ruleName,
      event: run.cause.type,
      customerId: row.id,
      source: row.source,
      relationId: row.relationId,
      agentId: row.agentId,
      tagIds: row.tagIds,
      receptionType: row.receptionType,
    },
  })
  const secret = secrets.open(RULE_SECRET_PURPOSE, rule.secret)
  const { error } = await sendWebhook({ url: params.url, id, body, secret, isDemo }, clock.now())
  return { result: error ? 'failed' : 'done', error }
}
