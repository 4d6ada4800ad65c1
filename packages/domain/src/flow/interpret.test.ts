import type { ConditionGroup, FlowGraph, FlowNode } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { leavesOf } from '../automation/condition.ts'
import { findOption, readAnswer } from './flow-answer.ts'
import { flowEffectText } from './flow-effect.ts'
import { flowTemplate } from './flow-templates.ts'
import { beginFlow, FLOW_FAILURES, type FlowContext, type FlowInput, type FlowState, stepFlow } from './interpret.ts'

const T0 = Date.parse('2026-07-08T01:00:00.000Z')
const MINUTE = 60_000

/** A customer with a lead, and with the intents that were found. */
const isIntended = (conditions: ConditionGroup, intents: ReadonlySet<string>) =>
  leavesOf(conditions).every(
    ({ condition }) =>
      (condition.type === 'intent' && intents.has(condition.text)) || (condition.type === 'lead' && condition.value),
  )

/** Runs until it waits or ends; what it said, where it stands. */
function play(graph: FlowGraph, ...inputs: (FlowInput | { at: number })[]) {
  const said: string[] = []
  let now = T0
  let state: FlowState | undefined = beginFlow(graph)
  let outcome: string | undefined
  const take = (input: FlowInput) => {
    const context: FlowContext = { now, turn: 0, unread: '', holds: isIntended }
    const step = state && stepFlow(graph, state, input, context)
    if (!step) return
    for (const effect of step.effects)
      said.push(effect.type === 'judged' ? `judged ${effect.intents.join()}` : flowEffectText(effect))
    state = step.state
    if (!step.state) outcome = step.reason || step.outcome
  }
  const isEntering = () => state?.phase === 'enter'
  const settle = () => {
    for (let left = 500; left > 0 && isEntering(); left -= 1) take({ type: 'enter' })
  }
  settle()
  for (const input of inputs) {
    if ('at' in input) now = T0 + input.at * MINUTE
    take('at' in input ? { type: 'clock' } : input)
    settle()
  }
  return { said, outcome, nodeId: state?.nodeId, variables: state?.variables, state }
}

const says = (text: string): FlowInput => ({ type: 'message', text })
const place = { x: 0, y: 0 }
const start: FlowNode = { id: 'start', ...place, type: 'start', data: { trigger: { type: 'manual' } } }
const end: FlowNode = { id: 'end', ...place, type: 'end', data: {} }
const wait = (id: string, minutes: number): FlowNode => ({ id, ...place, type: 'wait', data: { minutes } })
const graph = (nodes: FlowNode[], ...edges: [string, string, string][]): FlowGraph => ({
  nodes,
  edges: edges.map(([from, exit, to]) => ({ from, exit, to })),
})

describe('留资引导', () => {
  const flow = flowTemplate('lead')

  test('greets, asks, reads the number and hands over', () => {
    const run = play(flow, says('装修'), says('我的手机13800138000'))
    expect(run.said).toEqual([
      '您好，很高兴为您服务',
      '请问您主要想了解哪方面？',
      '方便留个手机号吗？我们安排专人给您详细介绍',
      '已经记下，马上有同事联系您',
    ])
    expect(run.outcome).toBe('handoff')
  })

  test('a wrong number is asked for again, at most twice', () => {
    const again = '这个号码好像不完整，麻烦您再确认一下'
    expect(play(flow, says('装修'), says('138')).said.at(-1)).toBe(again)
    const run = play(flow, says('装修'), says('138'), says('没有'), says('不想给'))
    expect(run.said.filter((text) => text === again)).toHaveLength(2)
    expect(run.outcome).toBe('handoff')
  })

  test('silence ends it after its time, not before', () => {
    expect(play(flow, { at: 29 }).nodeId).toBe('need')
    expect(play(flow, { at: 30 }).outcome).toBe('end')
  })

  test('a customer who asks for a person leaves at once', () => {
    expect(play(flow, { type: 'person' }).outcome).toBe('handoff')
  })
})

test('a renamed option keeps its way', () => {
  const flow = flowTemplate('booking')
  const renamed: FlowGraph = {
    ...flow,
    nodes: flow.nodes.map((node) =>
      node.type === 'menu'
        ? {
            ...node,
            data: { ...node.data, options: node.data.options.map((each) => ({ ...each, text: `改名${each.id}` })) },
          }
        : node,
    ),
  }
  expect(play(flow, says('周末')).nodeId).toBe('phone')
  expect(play(renamed, says('改名weekend')).nodeId).toBe('phone')
  expect(play(renamed, says('周末')).outcome).toBe('handoff')
})

test('two waits in a row each take their time, a wait of zero none', () => {
  const flow = graph(
    [start, wait('a', 10), wait('b', 5), wait('c', 0), end],
    ['start', 'next', 'a'],
    ['a', 'timeout', 'b'],
    ['b', 'timeout', 'c'],
    ['c', 'timeout', 'end'],
    ['a', 'reply', 'end'],
    ['b', 'reply', 'end'],
    ['c', 'reply', 'end'],
  )
  expect(play(flow, { at: 10 }).nodeId).toBe('b')
  expect(play(flow, { at: 10 }, { at: 14 }).nodeId).toBe('b')
  expect(play(flow, { at: 10 }, { at: 15 }).outcome).toBe('end')
})

test('a clock that jumps far ahead ends only the wait it is in', () => {
  const flow = graph(
    [start, wait('a', 10), wait('b', 5), end],
    ['start', 'next', 'a'],
    ['a', 'timeout', 'b'],
    ['b', 'timeout', 'end'],
  )
  expect(play(flow, { at: 1000 }).nodeId).toBe('b')
})

test.each([
  ['a node that was deleted', graph([end]), FLOW_FAILURES.deletedNode],
  ['an exit without a way', graph([wait('a', 0)]), FLOW_FAILURES.openExit],
  [
    'a loop without a pause',
    graph([wait('a', 0), wait('b', 0)], ['a', 'timeout', 'b'], ['b', 'timeout', 'a']),
    FLOW_FAILURES.loop,
  ],
])('%s ends the run with its reason', (_what, flow, reason) => {
  const context: FlowContext = { now: T0, turn: 0, unread: '', holds: () => false }
  let state: FlowState | undefined = {
    nodeId: 'a',
    phase: 'enter',
    until: null,
    tries: 0,
    passed: 0,
    step: 0,
    variables: {},
  }
  let ended: string | undefined
  while (state) {
    const step = stepFlow(flow, state, { type: 'enter' }, context)
    if (step && !step.state) ended = step.reason
    state = step?.state
  }
  expect(ended).toBe(reason)
})

type Items = ConditionGroup['items']
const lead = (value: boolean): Items[number] => ({ type: 'lead', value })
const found = (...intents: string[]): FlowInput => ({ type: 'result', isOk: true, intents })

describe('条件', () => {
  const branch = (id: string, ...items: Items) => ({ id, name: id, conditions: { op: 'all' as const, items } })
  const price: Items[number] = { type: 'intent', text: '询问价格' }
  const flow = (...branches: ReturnType<typeof branch>[]) => {
    const node: FlowNode = { id: 'if', ...place, type: 'condition', data: { branches } }
    const ways = [...branches.map(({ id }) => id), 'else']
    const ends = ways.map((id): FlowNode => ({ id: `to-${id}`, ...place, type: 'wait', data: { minutes: 5 } }))
    return graph(
      [start, node, ...ends],
      ['start', 'next', 'if'],
      ...ways.map((id): [string, string, string] => ['if', id, `to-${id}`]),
    )
  }

  test.each([
    ['the first branch that holds is taken', flow(branch('no', lead(false)), branch('yes', lead(true))), 'to-yes', []],
    ['a branch without conditions is never taken', flow(branch('empty')), 'to-else', []],
    [
      'the AI is not asked when an earlier branch holds',
      flow(branch('lead', lead(true)), branch('ai', price)),
      'to-lead',
      [],
    ],
  ])('%s', (_what, its, nodeId, said) => {
    expect(play(its)).toMatchObject({ nodeId, said })
  })

  test('an intent is judged by a call, and a verdict that decides is told', () => {
    const its = flow(branch('ai', price), branch('lead', lead(true)))
    expect(play(its)).toMatchObject({ nodeId: 'if', state: { phase: 'call' }, said: ['AI 判断意图：询问价格'] })
    expect(play(its, found('询问价格'))).toMatchObject({
      nodeId: 'to-ai',
      said: ['AI 判断意图：询问价格', 'judged 询问价格'],
    })
    expect(play(its, found())).toMatchObject({ nodeId: 'to-lead', said: ['AI 判断意图：询问价格'] })
  })

  test('without a verdict the other conditions decide', () => {
    const its = flow(branch('ai', price))
    expect(play(its, { type: 'result', isOk: false })).toMatchObject({ nodeId: 'to-else' })
  })
})

test('a loop of calls alone is stopped', () => {
  const call: FlowNode = { id: 'c', ...place, type: 'webhook', data: { url: 'https://example.com', mapping: [] } }
  const flow = graph([start, call], ['start', 'next', 'c'], ['c', 'next', 'c'], ['c', 'failed', 'c'])
  const results = Array.from({ length: 300 }, (): FlowInput => ({ type: 'result', isOk: true }))
  expect(play(flow, ...results).outcome).toBe(FLOW_FAILURES.loop)
})

test('text variants take turns', () => {
  const send: FlowNode = {
    id: 's',
    ...place,
    type: 'send',
    data: { variants: ['一', '', '二'], imageUrl: null, materialId: null },
  }
  const flow = graph([start, send, end], ['start', 'next', 's'], ['s', 'next', 'end'])
  const state = { nodeId: 's', phase: 'enter' as const, until: null, tries: 0, passed: 0, step: 0, variables: {} }
  const texts = [0, 1, 2].map(
    (turn) => stepFlow(flow, state, { type: 'enter' }, { now: T0, turn, unread: '', holds: () => false })?.effects,
  )
  expect(texts.map((effects) => effects?.[0])).toMatchObject([
    { message: { text: '一' } },
    { message: { text: '二' } },
    { message: { text: '一' } },
  ])
})

describe('answers', () => {
  const options = [
    { id: 'a', text: '报价' },
    { id: 'b', text: '预约到店' },
  ]
  test.each([
    ['1', 'a'],
    ['２', 'b'],
    ['选2', 'b'],
    ['预约到店', 'b'],
    ['我想问问报价', 'a'],
    ['报价和预约到店', undefined],
    ['3', undefined],
    ['', undefined],
  ])('%s means %s', (message, id) => {
    expect(findOption(message, options)?.id).toBe(id)
  })

  test.each([
    ['text', ' 想装修 ', '想装修'],
    ['phone', '一三八 0013 8000', '13800138000'],
    ['phone', '123', undefined],
    ['wechat', 'abc_12345', 'abc_12345'],
    ['wechat', '微信 wx_88776655', 'wx_88776655'],
    ['wechat', '不加', undefined],
    ['number', '大概 1,200 平', '1200'],
    ['number', '很多', undefined],
    ['choice', '1', '报价'],
  ] as const)('%s %s gives %s', (kind, message, value) => {
    const data = { text: '', field: null, kind, options, retryText: '', retries: 0, timeoutMinutes: 1 }
    expect(readAnswer(data, message)).toBe(value)
  })
})
