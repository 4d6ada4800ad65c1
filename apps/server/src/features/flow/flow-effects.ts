import type { AiGenerator, Content, Source } from '@ruwu/contract'
import {
  actionText,
  canSend,
  fillVariables,
  flowActions,
  type FlowEffect,
  type FlowMessage,
  flowStepName,
  isCustomField,
  numberedText,
  PAUSED_TEXT,
  PROFILE_TEXT_MAX,
  SOURCE_CAPABILITIES,
} from '@ruwu/domain'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { continueChange } from '../../customer/continue-change.ts'
import { type CustomerKey } from '../../customer/customer-change.repo.ts'
import type { LeadRecorder } from '../../customer/lead-recorder.ts'
import type { Transaction } from '../../db/database.ts'
import type { AutomationOutput } from '../../db/schema/index.ts'
import { type AutomaticSender, cardMessage, questionGuide } from '../../outbound/index.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { setText } from '../../profile/index.ts'
import { readTextVariables } from '../ai-reception/index.ts'
import { addLog, type Intents } from '../automation/index.ts'
import {
  type ActionContext,
  type ActionDeps,
  type ActionDone,
  type CustomerAction,
  performAction,
} from '../automation-action/index.ts'
import { findLastMessage, type FlowRunRow } from './flow-run.repo.ts'
import { originOf } from './flow.view.ts'

type Outbound = Pick<Parameters<AutomaticSender['send']>[1], 'content' | 'meta'>

/** How the platform shows a message of a flow: a menu is a question guide where there is one, else numbered text. */
function outboundOf(source: Source, message: FlowMessage, variables: Readonly<Record<string, string>>): Outbound {
  const filled = (text: string): Content => ({ type: 'text', text: fillVariables(text, variables) })
  switch (message.type) {
    case 'text':
      return { content: filled(message.text) }
    case 'menu': {
      const title = fillVariables(message.title, variables)
      const questions = message.options.map(({ text }) => text)
      const { allowed } = canSend(SOURCE_CAPABILITIES[source], { type: 'question_guide', title, questions })
      return allowed
        ? { content: questionGuide(title, questions) }
        : { content: filled(numberedText(message.title, message.options)) }
    }
    case 'image':
      return { content: { type: 'image', text: message.url } }
    case 'card':
      return cardMessage(message.materialId)
  }
}

/** The step that acts, under the customer's row lock. */
type Acting = { run: FlowRunRow; change: CustomerChange; flowName: string; nodeId: string; step: number }

type EffectDeps = ActionDeps & { leads: LeadRecorder; intents: Pick<Intents, 'charge'> }

const keyOf = ({ run: { entId, customerId } }: Acting): CustomerKey => ({ entId, customerId })

/** Rolls a step back that is to be done again at this time, or when the customer has written after this message. */
export class PutOff extends Error {
  readonly until: Date
  readonly inboundSeq: number

  constructor(until: Date, inboundSeq: number) {
    super('a step is put off')
    this.until = until
    this.inboundSeq = inboundSeq
  }
}

/** Does what a step does to the customer, in the step's transaction. Calls to other systems are left to the worker. */
export class EffectRunner {
  private readonly deps: EffectDeps

  constructor(deps: EffectDeps) {
    this.deps = deps
  }

  /** The reason why a message was held back; undefined: none was. */
  async apply(tx: Transaction, acting: Acting, effects: readonly FlowEffect[], now: Date): Promise<string | undefined> {
    let held: string | undefined
    for (const effect of effects) {
      if (effect.type === 'send') held = (await this.send(tx, acting, effect.message, now)) ?? held
      for (const action of flowActions(effect)) await this.act(tx, acting, action, now)
      if (effect.type === 'field' && !isCustomField(effect.field))
        await this.setText(tx, acting, effect.field, effect.value, now)
      if (effect.type === 'contact') await this.recordContact(tx, acting, effect, now)
      if (effect.type === 'judged')
        await this.deps.intents.charge(tx, { ...acting.change.customer, ...keyOf(acting) }, now)
    }
    return held
  }

  /** The AI's texts, charged as one answer when the first that is sent arrives. Returns why none of them was sent. */
  async answer(
    tx: Transaction,
    acting: Acting,
    { texts, generator, model }: { texts: string[]; generator: AiGenerator; model: string },
    now: Date,
  ): Promise<string | undefined> {
    const held: string[] = []
    for (const [index, text] of texts.entries()) {
      const output = { text, generator, model, isFurtherText: index > held.length }
      const reason = await this.sendLogged(tx, acting, { content: { type: 'text', text } }, output, now)
      if (reason !== undefined) held.push(reason)
    }
    return texts.length > 0 && held.length === texts.length ? held[0] : undefined
  }

  private async send(tx: Transaction, acting: Acting, message: FlowMessage, now: Date): Promise<string | undefined> {
    const { customer: row } = acting.change
    const isFilled = message.type === 'text' || message.type === 'menu'
    const variables = isFilled ? { ...acting.run.state?.variables, ...(await readTextVariables(tx.sql, row)) } : {}
    return this.sendLogged(tx, acting, outboundOf(row.source, message, variables), null, now)
  }

  /**
   * A message that the guard or the quota holds back is reported and its reason returned; either is a row of 运行日志. One that may be
   * sent later puts the whole step off.
   */
  private async sendLogged(
    tx: Transaction,
    acting: Acting,
    message: Outbound,
    output: AutomationOutput | null,
    now: Date,
  ): Promise<string | undefined> {
    const { run, flowName } = acting
    const sent = await this.deps.automatic.send(tx, {
      ...keyOf(acting),
      kind: 'flow_step',
      name: flowStepName(flowName),
      ...message,
      held: acting.change,
      ...(output ? { senderKind: 'ai' as const } : {}),
      expected: { receptionType: 'workflow', receptionEpoch: run.epoch ?? 0 },
    })
    if ('blocked' in sent) {
      const until = sent.blocked === PAUSED_TEXT ? now : sent.until
      if (until) throw new PutOff(until, acting.change.customer.lastInboundSeq)
    }
    const outcome =
      'messageId' in sent
        ? { result: 'sent' as const, messageId: sent.messageId }
        : { result: 'blocked' as const, reason: sent.blocked }
    await this.log(tx, acting, { output, durationMs: 0, ...outcome }, now)
    return 'blocked' in sent ? sent.blocked : undefined
  }

  logCall(tx: Transaction, acting: Acting, { url, error, ms }: { url: string; error: string; ms: number }, now: Date) {
    const output = { text: `Webhook ${originOf(url)}`, generator: null, model: '' }
    return this.log(
      tx,
      acting,
      { output, result: error === '' ? 'done' : 'failed', reason: error, durationMs: ms },
      now,
    )
  }

  /** A row of 运行日志, by which a message is traced to its step. */
  private async log(
    tx: Transaction,
    acting: Acting,
    done: Pick<Parameters<typeof addLog>[1], 'result' | 'reason' | 'messageId' | 'output' | 'durationMs'>,
    now: Date,
  ): Promise<void> {
    const { run, change, flowName, nodeId, step } = acting
    const { relationId, sessionId } = change.customer
    await addLog(tx.sql, {
      ...keyOf(acting),
      type: 'flow',
      name: flowName,
      relationId,
      sessionId,
      step,
      input: { flowId: run.flowId, version: run.version, nodeId },
      at: now,
      ...done,
    })
  }

  /** An action as of a rule, with its row of 运行日志. One that cannot be done has changed nothing, and the flow goes on. */
  private async act(tx: Transaction, acting: Acting, action: CustomerAction, now: Date): Promise<void> {
    const { run, flowName } = acting
    const began = performance.now()
    const context: ActionContext = {
      ...keyOf(acting),
      name: flowStepName(flowName),
      kind: 'flow_step',
      expected: { receptionType: 'workflow', receptionEpoch: run.epoch ?? 0 },
    }
    const change = continueChange(tx, acting.change)
    const { result, error } = await performAction(tx, this.deps, context, change, action).catch(failed)
    const output = { text: actionText(action), generator: null, model: '' }
    const durationMs = Math.round(performance.now() - began)
    await this.log(tx, acting, { output, result, reason: error, durationMs }, now)
  }

  private async setText(
    tx: Transaction,
    acting: Acting,
    key: 'remark' | 'city',
    value: string,
    now: Date,
  ): Promise<void> {
    const change = continueChange(tx, acting.change)
    const limited = Array.from(value).slice(0, PROFILE_TEXT_MAX).join('')
    if (!setText(change, key, limited, null, now)) return
    change.events.push({ type: 'agent_update_customer_info', changed: { [key]: limited }, operatorId: null })
    await this.deps.writer.commit(tx, [change], now)
  }

  private async recordContact(
    tx: Transaction,
    acting: Acting,
    { kind, value }: Extract<FlowEffect, { type: 'contact' }>,
    now: Date,
  ): Promise<void> {
    const change = continueChange(tx, acting.change)
    const messageId = await findLastMessage(tx.sql, keyOf(acting))
    if (!messageId) return
    await this.deps.leads.capture(tx.sql, [{ change, messageId, from: 'ai', kind, value }], now)
    if (change.events.length > 0) await this.deps.writer.commit(tx, [change], now)
  }
}

/** Refused before anything was written. */
function failed(error: unknown): ActionDone {
  if (error instanceof UserFacingError) return { result: 'failed', error: error.message }
  throw error
}
