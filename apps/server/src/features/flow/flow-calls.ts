import { type FlowCall, WEBHOOK_ACTION_CALLS } from '@ruwu/domain'
import { findCustomerRow } from '../../customer/customer-change.repo.ts'
import type { Intents } from '../automation/index.ts'
import { callWebhook, type WebhookDeps } from './call-webhook.ts'
import type { Answered, FlowAnswerer } from './flow-answerer.ts'
import { type FlowRunRow, readLastContent } from './flow-run.repo.ts'

type CallDeps = WebhookDeps & { answerer: FlowAnswerer; intents: Pick<Intents, 'fittingFor'> }

export type FlowCalls = ReturnType<typeof createFlowCalls>

/** The calls that a step waits for. Made outside any transaction: no lock is held meanwhile. */
export function createFlowCalls({ answerer, intents, ...deps }: CallDeps) {
  /** AI 意图 of the customer's newest message. */
  async function judge(run: FlowRunRow, descriptions: readonly string[]): Promise<Answered> {
    const { sql } = deps.db
    const row = await findCustomerRow(sql, run.entId, run.customerId)
    const content = row && (await readLastContent(sql, run))
    const text = content?.type === 'text' ? (content.text ?? '') : ''
    const found = row ? await intents.fittingFor(row, descriptions, text) : []
    return { input: { type: 'result', isOk: true, intents: [...found] }, answer: null }
  }

  async function webhook(run: FlowRunRow, call: Extract<FlowCall, { type: 'webhook' }>): Promise<Answered | 'again'> {
    const { error, ms, body } = await callWebhook(deps, run, call)
    if (error !== '' && run.tries + 1 < WEBHOOK_ACTION_CALLS) return 'again'
    return { input: { type: 'result', isOk: error === '', body }, answer: null, called: { url: call.url, error, ms } }
  }

  return {
    /** `again`: it failed and is to be repeated after a pause. */
    make(run: FlowRunRow, call: FlowCall): Promise<Answered | 'again'> {
      switch (call.type) {
        case 'ai':
          return answerer.answer(run, call.instruction)
        case 'judge':
          return judge(run, call.intents)
        case 'webhook':
          return webhook(run, call)
      }
    },

    stop: () => answerer.stop(),
  }
}
