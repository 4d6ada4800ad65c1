import type { AiGenerator, FlowGraph } from '@ruwu/contract'
import {
  beginFlow,
  DEFAULT_AI_DRAFT,
  FLOW_FAILURES,
  findKeyword,
  findNode,
  flowDue,
  type FlowContext,
  type FlowInput,
  type FlowState,
  flowCallIn,
  type FlowStep,
  holdsGroup,
  stepFlow,
} from '@ruwu/domain'
import type { CustomerChange, CustomerRow } from '../../customer/customer-change.ts'
import { lockCustomer } from '../../customer/customer-change.repo.ts'
import { changeCustomerReception } from '../../customer/reception-change.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { readingPictures } from '../../outbound/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { findHostingAi } from '../ai-agent/index.ts'
import { readFacts } from '../automation/index.ts'
import { type EffectRunner, PutOff } from './flow-effects.ts'
import { hasHumanReply } from './flow-watcher.ts'
import { type LeaveDeps, leaveFlow } from './leave-flow.ts'
import { type DueRun, endRun, type FlowRunRow, listUnread, lockRun, readLastContent, saveRun } from './flow-run.repo.ts'
import { findVersion, takeTurn } from './flow.repo.ts'

export type StepDeps = LeaveDeps & { db: Database; clock: Clock; effects: EffectRunner }

/** `more`: the next step can be done at once. `call`: another system is to be asked first. `locked`: another transaction has the customer. */
export type StepResult = 'more' | 'waits' | 'call' | 'locked' | 'over'

/** What another system answered: the input of the next step, and the AI's texts that the step sends. */
export type CallResult = {
  /** The run's step number when the call was made. */
  step: number
  /** The newest message of the customer that the call was about. */
  readTo: number
  input: Extract<FlowInput, { type: 'result' | 'person' }>
  answer: { texts: string[]; generator: AiGenerator; model: string } | null
  /** Of a Webhook, for 运行日志. */
  called?: { url: string; error: string; ms: number }
}

type Unread = { seq: number; text: string }[]

/** One step of a run in one transaction: input, effects and the new state are stored together or not at all. */
export class StepRunner {
  private readonly deps: StepDeps

  constructor(deps: StepDeps) {
    this.deps = deps
  }

  async step(due: DueRun, result?: CallResult): Promise<StepResult> {
    try {
      return await readingPictures(() => this.tryStep(due, result))
    } catch (error) {
      if (!(error instanceof PutOff)) throw error
      await this.putOff(due, error)
      return 'waits'
    }
  }

  /** A message that came meanwhile has made the run due: it stays so. */
  private putOff(due: DueRun, { until, inboundSeq }: PutOff): Promise<void> {
    return this.deps.db.transaction(async (tx) => {
      const change = await lockCustomer(tx.sql, due.entId, due.customerId)
      const run = await lockRun(tx.sql, due)
      if (run && change?.customer.lastInboundSeq === inboundSeq) await saveRun(tx.sql, run, { dueAt: until })
    })
  }

  private tryStep(due: DueRun, result?: CallResult): Promise<StepResult> {
    return this.deps.db.transaction(async (tx) => {
      // A result is not thrown away because another transaction has the customer for a moment.
      const change = await lockCustomer(tx.sql, due.entId, due.customerId, { skipLocked: result === undefined })
      if (!change) return 'locked'
      const run = await lockRun(tx.sql, due)
      if (!run) return 'over'
      const version = await findVersion(tx.sql, run)
      if (!version) throw new Error('the version of a run is missing')
      const now = this.deps.clock.now()
      const flow = { name: version.name, graph: version.graph }
      if (run.state === null) return this.begin(tx, change, run, flow, now)
      // Guard of 1.4: a person or a switch has taken the customer out; the change itself ended the run, too.
      const { receptionType, receptionEpoch } = change.customer
      if (receptionType !== 'workflow' || receptionEpoch !== run.epoch) {
        await endRun(tx.sql, run, { outcome: 'left' }, now)
        return 'over'
      }
      return this.proceed(tx, change, { ...run, state: run.state }, flow, result, now)
    })
  }

  /** Takes the customer over and puts the run to its start. */
  private async begin(
    tx: Transaction,
    change: CustomerChange,
    run: FlowRunRow,
    { name, graph }: { name: string; graph: FlowGraph },
    now: Date,
  ): Promise<StepResult> {
    const { customer: row } = change
    if (row.receptionType !== 'workflow') {
      const isUsable = !row.archive && !row.isBlocked && row.erasedAt === null
      const { hasChanged } = isUsable
        ? changeCustomerReception(
            change,
            { kind: 'workflow_start', flowName: name, hasHumanReply: hasHumanReply(change) },
            now,
          )
        : { hasChanged: false }
      if (!hasChanged) {
        await endRun(tx.sql, run, { outcome: 'skipped' }, now)
        return 'over'
      }
    }
    const state = beginFlow(graph)
    const hasVariants = graph.nodes.some((node) => node.type === 'send' && node.data.variants.length > 1)
    const turn = hasVariants ? await takeTurn(tx.sql, run) : 0
    // Before the commit: its watcher then finds the run begun.
    await saveRun(tx.sql, run, { state: state ?? null, turn, epoch: row.receptionEpoch, sessionId: row.sessionId })
    if (change.events.length > 0) await this.deps.writer.commit(tx, [change], now)
    if (state) return 'more'
    await leaveFlow(tx, this.deps, run, change, { outcome: 'error', reason: FLOW_FAILURES.noStart }, now)
    return 'over'
  }

  private async proceed(
    tx: Transaction,
    change: CustomerChange,
    run: FlowRunRow & { state: FlowState },
    flow: { name: string; graph: FlowGraph },
    result: CallResult | undefined,
    now: Date,
  ): Promise<StepResult> {
    const { entId, customerId } = run
    const hasUnread = change.customer.lastInboundSeq > run.handledSeq
    const unread = hasUnread ? await listUnread(tx.sql, { entId, customerId }, run.handledSeq) : []
    // Fencing: an answer to an earlier call of this run, or one that came after the customer left the node, is dropped.
    const current = result?.step === run.state.step ? result : undefined
    const { input, readTo } = await this.nextInput(tx, change, run, unread, current)
    const context = await this.context(tx, change, run, flow.graph, { unread, input }, now)
    const step = stepFlow(flow.graph, run.state, input, context)
    const isAnswer = input === current?.input && current.answer !== null
    const isOutdated = isAnswer && change.customer.lastInboundSeq > current.readTo
    if (!step && run.callAt !== null && run.callAt > now) {
      // A node makes the call, or it is made again later.
      await saveRun(tx.sql, run, { dueAt: run.callAt })
      return 'waits'
    }
    const mergeEnd =
      run.call?.type === 'ai' && (isOutdated || !step) ? await this.mergeEnd(tx, change.customer, run.state) : now
    if (isOutdated || mergeEnd > now) {
      // The customer has written more than the AI is, or was, asked about.
      await saveRun(tx.sql, run, { dueAt: mergeEnd, callAt: null, tries: 0 })
      return 'waits'
    }
    if (!step) {
      // Nothing to do before the time it waits for; a message at a node that reads none is passed over.
      const dueAt = flowDue(run.state, now.getTime())
      const isCall = run.state.phase === 'call'
      // An answer of the AI is about all that the customer has written until it is asked; other calls read no message.
      const handledSeq = run.call?.type === 'ai' ? change.customer.lastInboundSeq : readTo
      await saveRun(tx.sql, run, { dueAt: dueAt === null ? null : new Date(dueAt), handledSeq })
      return isCall ? 'call' : 'waits'
    }
    const { nodeId } = run.state
    const acting = { run, change, flowName: flow.name, nodeId, step: run.state.step + 1 }
    if (current?.called && input === current.input) await this.deps.effects.logCall(tx, acting, current.called, now)
    const unsaid =
      isAnswer && current.answer ? await this.deps.effects.answer(tx, acting, current.answer, now) : undefined
    const held = unsaid ?? (await this.deps.effects.apply(tx, acting, step.effects, now))
    // A question that was held back is not waited for, and an answer that was not sent is no answer: people go on.
    const isStuck = held !== undefined && (unsaid !== undefined || step.state?.phase === 'wait')
    const hasSpoken = held === undefined && step.effects.some(({ type }) => type === 'send')
    return this.store(
      tx,
      change,
      run,
      isStuck ? { effects: [], outcome: 'error', reason: held } : step,
      { readTo, hasSpoken },
      now,
    )
  }

  /** What the run is told next: a request for a person first, then one message of the customer, else the time. */
  private async nextInput(
    tx: Transaction,
    { customer: row }: CustomerChange,
    run: FlowRunRow & { state: FlowState },
    unread: Unread,
    result: CallResult | undefined,
  ): Promise<{ input: FlowInput; readTo: number }> {
    const unchanged = run.handledSeq
    if (unread.length > 0) {
      const { keywords } = ((await findHostingAi(tx.sql, row.entId, row.relationId))?.config ?? DEFAULT_AI_DRAFT)
        .handoff
      const asked = keywords.enabled && unread.some(({ text }) => findKeyword(text, keywords.words) !== undefined)
      if (asked) return { input: { type: 'person' }, readTo: unread.at(-1)?.seq ?? unchanged }
    }
    if (run.state.phase === 'enter') return { input: { type: 'enter' }, readTo: unchanged }
    if (run.state.phase === 'call') return { input: result?.input ?? { type: 'clock' }, readTo: unchanged }
    const [first] = unread
    return first
      ? { input: { type: 'message', text: first.text }, readTo: first.seq }
      : { input: { type: 'clock' }, readTo: unchanged }
  }

  private async context(
    tx: Transaction,
    change: CustomerChange,
    run: FlowRunRow & { state: FlowState },
    graph: FlowGraph,
    { unread, input }: { unread: Unread; input: FlowInput },
    now: Date,
  ): Promise<FlowContext> {
    const node = findNode(graph, run.state.nodeId)
    const isChoosing = node?.type === 'condition' && (input.type === 'enter' || input.type === 'result')
    const facts = isChoosing && (await readFacts(tx.sql, change.customer, await readLastContent(tx.sql, run), now))
    return {
      now: now.getTime(),
      turn: run.turn,
      unread: unread.map((each) => each.text).join('\n'),
      holds: (conditions, intents) => facts !== false && holdsGroup(conditions, { ...facts, intents }),
    }
  }

  /** 合并等待: an AI node answers so long after the newest message, and at most 10 s after the first. */
  private async mergeEnd(tx: Transaction, row: CustomerRow, { until }: FlowState): Promise<Date> {
    const lastAt = row.lastInboundAt?.getTime() ?? 0
    const { advanced } = (await findHostingAi(tx.sql, row.entId, row.relationId))?.config ?? DEFAULT_AI_DRAFT
    return new Date(Math.min(until ?? lastAt, lastAt + advanced.mergeSec * 1000))
  }

  private async store(
    tx: Transaction,
    change: CustomerChange,
    run: FlowRunRow,
    step: FlowStep,
    { readTo, hasSpoken }: { readTo: number; hasSpoken: boolean },
    now: Date,
  ): Promise<StepResult> {
    const { customer: row } = change
    if (!step.state) {
      await leaveFlow(tx, this.deps, { ...run, handledSeq: readTo }, change, { ...step, hasSpoken }, now)
      return 'over'
    }
    const { state } = step
    const isWaiting = state.phase === 'wait'
    // A question is answered by what the customer writes after it, not by what was written before.
    const handledSeq = isWaiting && run.state?.phase === 'enter' ? Math.max(readTo, row.lastInboundSeq) : readTo
    const isRead = row.lastInboundSeq <= handledSeq
    const call = flowCallIn(step.effects) ?? null
    const askAt = call?.type === 'ai' ? await this.mergeEnd(tx, row, state) : now
    const dueAt = isWaiting && !isRead ? now.getTime() : flowDue(state, askAt.getTime())
    const saved = {
      state,
      call: state.phase === 'call' ? call : null,
      callAt: null,
      dueAt: dueAt === null ? null : new Date(dueAt),
      tries: 0,
      handledSeq,
    }
    tx.defer(saveRun(tx.sql, run, saved))
    if (state.phase === 'call') return call?.type === 'ai' ? 'waits' : 'call'
    return state.phase === 'enter' || !isRead ? 'more' : 'waits'
  }
}
