import type { AgentId, AiGenerator, Content, Source, TagId } from '@ruwu/contract'
import {
  bindTags,
  canSend,
  DEFAULT_ASSIGN_RULE,
  fillVariables,
  type FlowEffect,
  type FlowMessage,
  flowStepName,
  hasTooManyTags,
  numberedText,
  PAUSED_TEXT,
  pickAgent,
  SOURCE_CAPABILITIES,
  unbindTags,
} from '@ruwu/domain'
import { appendTagLine, changeTags } from '../../customer/customer-tags.ts'
import type { CustomerChange } from '../../customer/customer-change.ts'
import { continueChange } from '../../customer/continue-change.ts'
import { type CustomerKey } from '../../customer/customer-change.repo.ts'
import { listFields } from '../../customer/customer-setting.repo.ts'
import type { CustomerWriter } from '../../customer/customer-writer.ts'
import type { LeadRecorder } from '../../customer/lead-recorder.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import type { Transaction } from '../../db/database.ts'
import type { AutomationOutput } from '../../db/schema/index.ts'
import { type AutomaticSender, cardMessage, questionGuide } from '../../outbound/index.ts'
import { setText } from '../../profile/index.ts'
import { lockTeammate, readTeam } from '../../reception/index.ts'
import { readTextVariables } from '../ai-reception/index.ts'
import { addLog, type Intents } from '../automation/index.ts'
import { fillField } from '../lead/index.ts'
import { listTags, toTag } from '../tag/index.ts'
import { findLastMessage, type FlowRunRow } from './flow-run.repo.ts'
import { originOf } from './flow.view.ts'

const isText = (field: string): field is 'remark' | 'city' => field === 'remark' || field === 'city'

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

type EffectDeps = {
  writer: CustomerWriter
  automatic: AutomaticSender
  leads: LeadRecorder
  intents: Pick<Intents, 'charge'>
}

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
      if (effect.type === 'tag') await this.changeTags(tx, acting, effect, now)
      if (effect.type === 'field') await this.setField(tx, acting, effect, now)
      if (effect.type === 'contact') await this.recordContact(tx, acting, effect, now)
      if (effect.type === 'assign') await this.assign(tx, acting, effect, now)
      if (effect.type === 'judged')
        await this.deps.intents.charge(tx, { ...acting.change.customer, ...keyOf(acting) }, now)
    }
    return held
  }

  /** The AI's texts, charged when they arrive like every answer of it. Returns why none of them was sent. */
  async answer(
    tx: Transaction,
    acting: Acting,
    { texts, generator, model }: { texts: string[]; generator: AiGenerator; model: string },
    now: Date,
  ): Promise<string | undefined> {
    const held: string[] = []
    for (const text of texts) {
      const output = { text, generator, model }
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

  private async changeTags(
    tx: Transaction,
    acting: Acting,
    { add, remove }: Extract<FlowEffect, { type: 'tag' }>,
    now: Date,
  ): Promise<void> {
    const change = continueChange(tx, acting.change)
    const book = new Map((await listTags(tx.sql, acting.run.entId)).map((row) => [row.id, row]))
    const tagOf = (id: TagId) => {
      const row = book.get(id)
      return row && toTag(row)
    }
    const own = (ids: readonly string[]) =>
      (ids as TagId[]).filter((id) => book.get(id) && book.get(id)?.kind !== 'system')
    const names = (ids: readonly TagId[]) => ids.flatMap((id) => book.get(id)?.name ?? [])
    const removed = unbindTags(change.customer.tagIds, own(remove))
    const added = bindTags(removed.tagIds, own(add), tagOf)
    if (hasTooManyTags(added.tagIds, tagOf)) return
    const both = { tagIds: added.tagIds, bound: added.bound, unbound: [...removed.unbound, ...added.unbound] }
    if (!changeTags(change, both, null, now)) return
    const who = flowStepName(acting.flowName)
    appendTagLine(change, { who, bound: names(both.bound), unbound: names(both.unbound) }, now)
    await this.deps.writer.commit(tx, [change], now)
  }

  /** A value that the field does not take is left out. */
  private async setField(
    tx: Transaction,
    acting: Acting,
    { field: key, value }: Extract<FlowEffect, { type: 'field' }>,
    now: Date,
  ): Promise<void> {
    const change = continueChange(tx, acting.change)
    if (isText(key)) {
      const limited = Array.from(value).slice(0, 20).join('')
      if (setText(change, key, limited, null, now))
        change.events.push({ type: 'agent_update_customer_info', changed: { [key]: limited }, operatorId: null })
    } else {
      const field = (await listFields(tx.sql, acting.run.entId)).find(({ id }) => id === key)
      if (field?.enabled) fillField(change, field, value, { overwrite: 'always', by: null }, now)
    }
    if (change.events.length > 0) await this.deps.writer.commit(tx, [change], now)
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

  /** An owner is kept; without a free agent the customer stays unassigned and the queue decides later. */
  private async assign(
    tx: Transaction,
    acting: Acting,
    { to, agentIds }: Extract<FlowEffect, { type: 'assign' }>,
    now: Date,
  ): Promise<void> {
    const change = continueChange(tx, acting.change)
    if (change.customer.agentId !== null) return
    const rule = { ...DEFAULT_ASSIGN_RULE, agentIds: agentIds as AgentId[] }
    const team = await readTeam(tx.sql, acting.run.entId, now)
    const picked = pickAgent({ mode: to, rule, lastAgentId: null }, team, change.customer, now)
    const mate = picked && (await lockTeammate(tx.sql, acting.run.entId, picked.id, now))
    if (!mate) return
    const receive = {
      kind: 'receive' as const,
      agentId: mate.id,
      agentName: mate.name,
      reason: 'auto' as const,
      operatorId: null,
    }
    changeCustomerReception(change, receive, now)
    await this.deps.writer.commit(tx, [change], now)
  }
}
