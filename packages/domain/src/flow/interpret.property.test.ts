import { isDeepStrictEqual } from 'node:util'
import type { ConditionGroup, FlowGraph, FlowNode } from '@ruwu/contract'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { intentsOf } from '../automation/condition.ts'
import type { FlowEffect } from './flow-effect.ts'
import { exitsOf } from './flow-graph.ts'
import { beginFlow, flowDue, type FlowContext, type FlowInput, type FlowState, stepFlow } from './interpret.ts'
import { hasErrors, validateFlow } from './validate.ts'

const SIZE = 8
const ids = Array.from({ length: SIZE }, (_, no) => `n${no}`)
const place = { x: 0, y: 0 }
const anyId = fc.constantFrom(...ids)
const texts = fc.constantFrom('您好', '在吗', '请问')
const options: fc.Arbitrary<{ id: string; text: string }[]> = fc.constantFrom<{ id: string; text: string }[]>(
  [{ id: 'o1', text: '报价' }],
  [
    { id: 'o1', text: '报价' },
    { id: 'o2', text: '预约' },
  ],
)

const anyNode = (id: string): fc.Arbitrary<FlowNode> =>
  fc.oneof(
    texts.map((text): FlowNode => ({
      id,
      ...place,
      type: 'send',
      data: { variants: [text], imageUrl: null, materialId: null },
    })),
    fc
      .tuple(texts, fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 2 }))
      .map(([text, timeoutMinutes, retries]): FlowNode => ({
        id,
        ...place,
        type: 'ask',
        data: { text, field: null, kind: 'phone', options: [], retryText: '再说一次', retries, timeoutMinutes },
      })),
    fc
      .tuple(texts, options)
      .map(([title, all]): FlowNode => ({ id, ...place, type: 'menu', data: { title, options: all } })),
    fc.integer({ min: 0, max: 3 }).map((minutes): FlowNode => ({ id, ...place, type: 'wait', data: { minutes } })),
    fc.constant<FlowNode>({
      id,
      ...place,
      type: 'condition',
      data: {
        branches: [{ id: 'b1', name: '已留资', conditions: { op: 'all', items: [{ type: 'lead', value: true }] } }],
      },
    }),
    fc.constant<FlowNode>({
      id,
      ...place,
      type: 'condition',
      data: {
        branches: [
          { id: 'b1', name: '问价', conditions: { op: 'all', items: [{ type: 'intent', text: '询问价格' }] } },
        ],
      },
    }),
    fc.constant<FlowNode>({ id, ...place, type: 'webhook', data: { url: 'https://example.com', mapping: [] } }),
    fc.constant<FlowNode>({ id, ...place, type: 'ai', data: { instruction: '介绍产品', maxAnswers: 2 } }),
    anyId.map((nodeId): FlowNode => ({ id, ...place, type: 'jump', data: { nodeId } })),
    fc.constant<FlowNode>({ id, ...place, type: 'handoff', data: { text: '' } }),
    fc.constant<FlowNode>({ id, ...place, type: 'end', data: {} }),
  )

/** Every exit leads somewhere; the rest is left to chance, so that many graphs would not pass 发布. */
const anyGraph: fc.Arbitrary<FlowGraph> = fc
  .tuple(fc.tuple(...ids.map(anyNode)), fc.infiniteStream(anyId), fc.boolean())
  .map(([nodes, targets, isWhole]) => {
    const start: FlowNode = { id: 'start', ...place, type: 'start', data: { trigger: { type: 'manual' } } }
    const all = [start, ...nodes]
    const edges = all.flatMap((node) =>
      exitsOf(node).map(({ id: exit }) => ({ from: node.id, exit, to: targets.next().value as string })),
    )
    return { nodes: all, edges: isWhole ? edges : edges.slice(0, -2) }
  })

type Happening =
  | { type: 'says'; text: string }
  | { type: 'passes'; minutes: number }
  | { type: 'result'; isOk: boolean }
  /** A step runs, but the process dies before it commits. */
  | { type: 'crash' }
  | { type: 'person' }
  /** The version changes under the run: a node is deleted, an option renamed, or the graph rolled back to the first. */
  | { type: 'deleted'; id: string }
  | { type: 'renamed' }
  | { type: 'rolledBack' }

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .constantFrom('1', '2', '报价', '13800138000', '不想说')
      .map((text) => ({ type: 'says' as const, text })),
  },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 10 }).map((minutes) => ({ type: 'passes' as const, minutes })) },
  { weight: 3, arbitrary: fc.boolean().map((isOk) => ({ type: 'result' as const, isOk })) },
  { weight: 3, arbitrary: fc.constant({ type: 'crash' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'person' as const }) },
  { weight: 1, arbitrary: anyId.map((id) => ({ type: 'deleted' as const, id })) },
  { weight: 1, arbitrary: fc.constant({ type: 'renamed' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'rolledBack' as const }) },
)

/** What the database keeps: state and effects change together or not at all. */
class Store {
  state: FlowState | undefined
  effects: { step: number; effect: FlowEffect }[] = []
  ended: string | undefined

  constructor(graph: FlowGraph) {
    this.state = beginFlow(graph)
  }

  take(graph: FlowGraph, input: FlowInput, context: FlowContext, { crash = false } = {}): boolean {
    if (!this.state) return false
    const before = structuredClone(this.state)
    const step = stepFlow(graph, this.state, input, context)
    // Pure: what it was given is as it was, so that a step that did not commit can be done again.
    if (!isDeepStrictEqual(this.state, before)) throw new Error('the step changed what it was given')
    if (!step || crash) return false
    const no = before.step + 1
    this.effects.push(...step.effects.map((effect) => ({ step: no, effect })))
    if (!step.state) this.ended = step.outcome
    this.state = step.state
    return true
  }
}

/** Ended, or waiting for a call, a message, or a time that is known. */
const isSettled = ({ state, ended }: Store, now: number): boolean =>
  state === undefined
    ? ended !== undefined
    : ended === undefined && (state.phase === 'call' || (state.phase === 'wait' && flowDue(state, now) === state.until))

const renamed = (graph: FlowGraph): FlowGraph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    node.type === 'menu'
      ? {
          ...node,
          data: { ...node.data, options: node.data.options.map((each) => ({ ...each, text: `新${each.text}` })) },
        }
      : node,
  ),
})

const without = (graph: FlowGraph, id: string): FlowGraph => ({
  nodes: graph.nodes.filter((node) => node.id !== id),
  edges: graph.edges.filter(({ from, to }) => from !== id && to !== id),
})

const isDescribed = (conditions: ConditionGroup, intents: ReadonlySet<string>) =>
  intentsOf(conditions).every((intent) => intents.has(intent))

/** Nothing, or the message that began the flow and that an AI node answers when it is entered. */
const unreadText = fc.constantFrom('', '多少钱')

const world = (now: number, unread: string): FlowContext => ({
  now,
  turn: 0,
  unread,
  holds: (conditions, intents) => isDescribed(conditions, intents),
})

test('whatever happens, each step’s effects happen once and no customer is stuck', () => {
  fc.assert(
    fc.property(anyGraph, unreadText, fc.array(happening, { maxLength: 25 }), (first, unread, happenings) => {
      let graph = first
      let now = 0
      const crashed = new Store(graph)
      const smooth = new Store(graph)
      const both = (input: FlowInput) => [crashed, smooth].map((store) => store.take(graph, input, world(now, unread)))
      const settle = () => {
        for (let left = 1000; smooth.state?.phase === 'enter' && left > 0; left -= 1) both({ type: 'enter' })
      }
      settle()
      for (const each of happenings) {
        if (each.type === 'passes') now += each.minutes * 60_000
        if (each.type === 'crash') {
          for (const type of ['enter', 'clock'] as const)
            crashed.take(graph, { type }, world(now, unread), { crash: true })
          crashed.take(graph, { type: 'message', text: '1' }, world(now, unread), { crash: true })
        }
        if (each.type === 'deleted') graph = without(graph, each.id)
        if (each.type === 'renamed') graph = renamed(graph)
        if (each.type === 'rolledBack') graph = first
        both({ type: 'clock' })
        settle()
        if (each.type === 'says') both({ type: 'message', text: each.text })
        if (each.type === 'result') both({ type: 'result', isOk: each.isOk, intents: each.isOk ? ['询问价格'] : [] })
        if (each.type === 'person') both({ type: 'person' })
        settle()

        // Never left half-way: it has ended, waits for the customer or a time, or for a call's result.
        expect([crashed, smooth].map((store) => isSettled(store, now))).toEqual([true, true])
      }
      // Crashes change nothing: the same effects, in the same order, at the same steps.
      expect(crashed.effects).toEqual(smooth.effects)
      expect(crashed.state).toEqual(smooth.state)
      const steps = smooth.effects.map(({ step }) => step)
      expect(steps).toEqual(steps.toSorted((one, other) => one - other))
    }),
    { numRuns: 300 },
  )
})

test('a graph that passes 发布 never fails by itself', () => {
  fc.assert(
    fc.property(anyGraph, unreadText, fc.array(happening, { maxLength: 25 }), (graph, unread, happenings) => {
      if (hasErrors(validateFlow(graph).filter(({ msg }) => !msg.includes('无法到达')))) return
      let now = 0
      const store = new Store(graph)
      const settle = () => {
        for (let left = 1000; store.state?.phase === 'enter' && left > 0; left -= 1)
          store.take(graph, { type: 'enter' }, world(now, unread))
      }
      settle()
      for (const each of happenings) {
        if (each.type === 'passes') now += each.minutes * 60_000
        store.take(graph, { type: 'clock' }, world(now, unread))
        settle()
        if (each.type === 'says') store.take(graph, { type: 'message', text: each.text }, world(now, unread))
        if (each.type === 'result') store.take(graph, { type: 'result', isOk: true }, world(now, unread))
        settle()
      }
      expect(store.ended).not.toBe('error')
    }),
    { numRuns: 500 },
  )
})
