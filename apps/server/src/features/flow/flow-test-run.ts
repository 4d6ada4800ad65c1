import { type FlowGraph, type FlowTestMessage, type RelationId, Source, type TagId } from '@ruwu/contract'
import {
  beginFlow,
  type ConditionFacts,
  fillVariables,
  findContacts,
  FLOW_FAILURES,
  FLOW_OUTCOME_TEXTS,
  FLOW_TEXTS,
  type FlowCall,
  flowCallIn,
  type FlowEffect,
  type FlowInput,
  type FlowState,
  flowEffectText,
  hasKeyword,
  holdsGroup,
  isCustomField,
  startOf,
  stepFlow,
} from '@ruwu/domain'
import { z } from 'zod'
import { UserFacingError } from '../../platform/http/errors.ts'

/** The customer who is only typed: a new one, and what the flow and they themselves have done since. */
const Sample = z.object({
  source: Source,
  /** When it happens; null: now. */
  at: z.string().nullable(),
  /** Typed last. */
  text: z.string(),
  /** Began the flow and was read by no node. */
  unread: z.string(),
  tagIds: z.array(z.string()),
  fields: z.record(z.string(), z.string()),
  city: z.string(),
  hasLead: z.boolean(),
})
type Sample = z.infer<typeof Sample>

/** Everything a test run remembers, given to the console and back. It touches no customer, so a changed one harms none. */
const TestState = z.object({
  nodeId: z.string(),
  phase: z.enum(['enter', 'wait', 'call']),
  until: z.number().nullable(),
  tries: z.number(),
  passed: z.number(),
  step: z.number(),
  variables: z.record(z.string(), z.string()),
  sample: Sample,
})

const encode = (state: FlowState | null, sample: Sample) =>
  Buffer.from(JSON.stringify(state && { ...state, sample })).toString('base64url')

function decode(runId: string): { state: FlowState; sample: Sample } {
  try {
    const { sample, ...state } = TestState.parse(JSON.parse(Buffer.from(runId, 'base64url').toString()))
    return { state, sample }
  } catch {
    throw new UserFacingError('refused', FLOW_TEXTS.testOver)
  }
}

const NAMES = { 客户昵称: '客户', 账号名: '账号', 客服名: '客服', 企业名: '企业' }
const STEPS_MAX = 300
/** Intents judged for one request, each by a call of the model. */
const JUDGEMENTS_MAX = 20

export type TestInput = {
  runId?: string | undefined
  text?: string | undefined
  skip: boolean
  source?: Source | undefined
  at?: string | undefined
}

type TestWorld = {
  now: Date
  timeZone: string
  relationId: RelationId | undefined
  /** AI 意图, free of charge here. */
  judge(intents: readonly string[], text: string): Promise<ReadonlySet<string>>
  /** 转人工 keywords. */
  asksForPerson(text: string): boolean
}

const newSample = ({ source = 'redbook', at, text = '' }: TestInput): Sample => ({
  source,
  at: at ?? null,
  text: '',
  unread: text,
  tagIds: [],
  fields: {},
  city: '',
  hasLead: false,
})

/** 试运行: the interpreter of real runs with a customer who is only typed. Without `runId` the text is the message that begins it. */
export async function runFlowTest(graph: FlowGraph, input: TestInput, world: TestWorld) {
  const { runId, text: typed, skip } = input
  const begun = runId === undefined ? { state: beginFlow(graph) ?? null, sample: newSample(input) } : decode(runId)
  const sample = typed === undefined ? begun.sample : withText(begun.sample, typed)
  const run = new TestRun(graph, { ...begun, sample }, world)
  if (runId === undefined && typed !== undefined && !isTriggered(graph, typed)) run.end(FLOW_TEXTS.notTriggered)
  else if (typed !== undefined && world.asksForPerson(typed)) run.take({ type: 'person' })
  else if (runId !== undefined && typed) run.take({ type: 'message', text: typed })
  if (runId !== undefined && skip) run.take({ type: 'clock' })
  return run.finish()
}

function isTriggered(graph: FlowGraph, text: string): boolean {
  const trigger = startOf(graph)?.data.trigger
  return trigger?.type !== 'keyword' || hasKeyword(trigger, text)
}

const withText = (sample: Sample, text: string): Sample => ({
  ...sample,
  text,
  hasLead: sample.hasLead || findContacts(text, { source: sample.source }).some(({ state }) => state === 'VALID'),
})

/** What a real customer would have after the effect. */
function withEffect(sample: Sample, effect: FlowEffect): Sample {
  if (effect.type === 'tag') {
    const kept = sample.tagIds.filter((id) => !(effect.remove as string[]).includes(id))
    return { ...sample, tagIds: [...new Set([...kept, ...effect.add])] }
  }
  if (effect.type === 'contact') return { ...sample, hasLead: true }
  if (effect.type !== 'field') return sample
  if (isCustomField(effect.field)) return { ...sample, fields: { ...sample.fields, [effect.field]: effect.value } }
  return effect.field === 'city' ? { ...sample, city: effect.value } : sample
}

class TestRun {
  private readonly messages: FlowTestMessage[] = []
  private readonly graph: FlowGraph
  private readonly world: TestWorld
  private state: FlowState | null
  private sample: Sample
  private call: FlowCall | undefined
  private judgements = 0

  constructor(graph: FlowGraph, { state, sample }: { state: FlowState | null; sample: Sample }, world: TestWorld) {
    this.graph = graph
    this.world = world
    this.state = state
    this.sample = sample
    if (!state) this.end(FLOW_FAILURES.noStart)
  }

  end(text: string): void {
    this.messages.push({ from: 'note', nodeId: this.state?.nodeId ?? null, text })
    this.state = null
  }

  take(input: FlowInput): void {
    const { state, sample } = this
    if (!state) return
    const facts = factsOf(sample, this.world)
    const step = stepFlow(this.graph, state, input, {
      // Skipping a wait is the clock at its end.
      now: input.type === 'clock' ? (state.until ?? facts.now.getTime()) : facts.now.getTime(),
      turn: 0,
      unread: sample.unread,
      holds: (conditions, intents) => holdsGroup(conditions, { ...facts, intents }),
    })
    if (!step) return
    const names = { ...state.variables, ...NAMES }
    this.messages.push(...step.effects.map((effect) => shown(effect, state.nodeId, names)))
    this.call = flowCallIn(step.effects)
    // A question is answered by what comes after it, and the AI has read all.
    const isRead = step.state?.phase === 'wait' || this.call?.type === 'ai'
    this.sample = { ...step.effects.reduce(withEffect, sample), ...(isRead && { unread: '' }) }
    if (step.state) this.state = step.state
    else this.end(step.reason || FLOW_OUTCOME_TEXTS[step.outcome])
  }

  /** On until the run waits for the customer. */
  async finish() {
    for (let left = STEPS_MAX, input = await this.next(); input && left > 0; left -= 1, input = await this.next())
      this.take(input)
    const { state, messages } = this
    return {
      runId: encode(state, this.sample),
      messages,
      nodeId: state?.nodeId ?? null,
      variables: state?.variables ?? {},
      done: state === null,
    }
  }

  private async next(): Promise<FlowInput | undefined> {
    if (!this.state || this.state.phase === 'wait') return undefined
    if (this.state.phase === 'enter') return { type: 'enter' }
    if (this.call?.type !== 'judge') return { type: 'result', isOk: true, intents: [] }
    if (this.judgements === JUDGEMENTS_MAX) {
      this.end(FLOW_TEXTS.testJudged(JUDGEMENTS_MAX))
      return undefined
    }
    this.judgements += 1
    const intents = await this.world.judge(this.call.intents, this.sample.text)
    return { type: 'result', isOk: true, intents: [...intents] }
  }
}

const factsOf = (sample: Sample, { now, timeZone, relationId = '' as RelationId }: TestWorld): ConditionFacts => ({
  source: sample.source,
  relationId,
  message: sample.text === '' ? null : { type: 'text', text: sample.text },
  tagIds: sample.tagIds as TagId[],
  receptionType: 'workflow',
  agentId: null,
  isNew: true,
  isAd: false,
  hasLead: sample.hasLead,
  city: sample.city,
  fields: sample.fields,
  round: 0,
  now: sample.at === null ? now : new Date(sample.at),
  timeZone,
})

const shown = (effect: FlowEffect, nodeId: string, names: Readonly<Record<string, string>>): FlowTestMessage =>
  effect.type === 'send'
    ? { from: 'flow', nodeId, text: fillVariables(flowEffectText(effect), names) }
    : { from: 'note', nodeId, text: flowEffectText(effect) }
