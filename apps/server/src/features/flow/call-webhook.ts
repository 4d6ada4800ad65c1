import type { FlowCall } from '@ruwu/domain'
import { findCustomerRow } from '../../customer/customer-change.repo.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { sendWebhook } from '../webhook/index.ts'
import type { FlowRunRow } from './flow-run.repo.ts'
import { findSecret, FLOW_SECRET_PURPOSE } from './flow.repo.ts'

export type WebhookDeps = { db: Database; clock: Clock; secrets: Secrets; isDemo: boolean }

type WebhookCall = Extract<FlowCall, { type: 'webhook' }>

/** `error`: why the call failed, else empty. `body`: the answer, where it is JSON. */
export type WebhookAnswer = { error: string; ms: number; body: unknown }

/**
 * One signed call. It has the same id in every attempt at a step, so that the receiver can leave out a repeated one. Of the customer
 * only ids are told.
 */
export async function callWebhook(
  { db, clock, secrets, isDemo }: WebhookDeps,
  run: FlowRunRow,
  { nodeId, url }: WebhookCall,
): Promise<WebhookAnswer> {
  const sealed = await findSecret(db.sql, run)
  const row = await findCustomerRow(db.sql, run.entId, run.customerId)
  if (!sealed || !row) return { error: '工作流没有签名密钥', ms: 0, body: undefined }
  const id = `${run.id}-${run.state?.step ?? 0}`
  const body = JSON.stringify({
    id,
    type: 'automation.flow',
    createdAt: clock.now().toISOString(),
    enterpriseId: run.entId,
    data: {
      flowId: run.flowId,
      version: run.version,
      nodeId,
      customerId: row.id,
      source: row.source,
      relationId: row.relationId,
      agentId: row.agentId,
      tagIds: row.tagIds,
      receptionType: row.receptionType,
    },
  })
  const secret = secrets.open(FLOW_SECRET_PURPOSE, sealed)
  const { error, ms, answer } = await sendWebhook({ url, id, body, secret, isDemo, isAnswerRead: true }, clock.now())
  return { error, ms, body: parsed(answer) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // An answer without values is one as well.
    return undefined
  }
}
