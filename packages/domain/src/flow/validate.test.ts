import { type ConditionGroup, FLOW_TEMPLATES, FlowGraph, type FlowNode } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { BAD_PATTERN } from '../card-rule/index.ts'
import { UNKNOWN_REFERENCES } from './flow-references.ts'
import { emptyFlow, flowTemplate } from './flow-templates.ts'
import { FLOW_MESSAGES_MAX, FLOW_PROBLEMS, hasErrors, validateFlow } from './validate.ts'

const start: FlowNode = { id: 'start', x: 0, y: 0, type: 'start', data: { trigger: { type: 'first_message' } } }
const end: FlowNode = { id: 'end', x: 0, y: 0, type: 'end', data: {} }
const send = (id: string, text = '您好'): FlowNode => ({
  id,
  x: 0,
  y: 0,
  type: 'send',
  data: { variants: [text], imageUrl: null, materialId: null },
})
const wait = (id: string, minutes: number): FlowNode => ({ id, x: 0, y: 0, type: 'wait', data: { minutes } })
const jump = (id: string, nodeId: string | null): FlowNode => ({ id, x: 0, y: 0, type: 'jump', data: { nodeId } })
const graph = (nodes: FlowNode[], ...edges: [string, string, string][]): FlowGraph => ({
  nodes,
  edges: edges.map(([from, exit, to]) => ({ from, exit, to })),
})
const branching = (conditions: ConditionGroup) =>
  graph(
    [
      start,
      { id: 'if', x: 0, y: 0, type: 'condition', data: { branches: [{ id: 'b', name: '问价', conditions }] } },
      end,
    ],
    ['start', 'next', 'if'],
    ['if', 'b', 'end'],
    ['if', 'else', 'end'],
  )
const messages = (flow: FlowGraph) => validateFlow(flow).map(({ nodeId, msg }) => `${nodeId}: ${msg}`)

test.each(FLOW_TEMPLATES)('template %s can be published as it is', (id) => {
  expect(FlowGraph.parse(flowTemplate(id))).toEqual(flowTemplate(id))
  expect(validateFlow(flowTemplate(id))).toEqual([])
})

test('an empty canvas says what is missing', () => {
  expect(messages(emptyFlow())).toEqual(['start: 出口「下一步」没有连接'])
  expect(messages({ nodes: [], edges: [] })).toEqual([`null: ${FLOW_PROBLEMS.noStart}`])
})

describe('checks of 发布', () => {
  test.each([
    [
      'a second start',
      graph([start, { ...start, id: 'other' }, end], ['start', 'next', 'end'], ['other', 'next', 'end']),
      'other: 只能有一个「开始」节点',
    ],
    [
      'an unreachable node',
      graph([start, end, send('lost')], ['start', 'next', 'end'], ['lost', 'next', 'end']),
      'lost: 从「开始」无法到达该节点',
    ],
    [
      'an exit without a way',
      graph([start, wait('w', 5), end], ['start', 'next', 'w'], ['w', 'reply', 'end']),
      'w: 出口「超时」没有连接',
    ],
    [
      'a loop without a pause',
      graph([start, send('a'), jump('j', 'a')], ['start', 'next', 'a'], ['a', 'next', 'j']),
      'a: 循环中需要有「等待」或「提问」',
    ],
    [
      'a loop with a wait of zero',
      graph(
        [start, wait('w', 0), jump('j', 'w'), end],
        ['start', 'next', 'w'],
        ['w', 'timeout', 'j'],
        ['w', 'reply', 'end'],
      ),
      'w: 循环中需要有「等待」或「提问」',
    ],
    [
      'a message without content',
      graph([start, send('a', ''), end], ['start', 'next', 'a'], ['a', 'next', 'end']),
      'a: 请填写要发送的内容',
    ],
    ['a branch without conditions', branching({ op: 'all', items: [] }), 'if: 分支「问价」：请添加条件'],
    [
      'a condition that compares with nothing',
      branching({ op: 'all', items: [{ type: 'tag', match: 'any', tagIds: [] }] }),
      'if: 分支「问价」：请选择标签',
    ],
    [
      'an intent without words',
      branching({ op: 'all', items: [{ type: 'intent', text: '' }] }),
      'if: 分支「问价」：请输入意图',
    ],
    [
      'a dangerous regular expression',
      branching({ op: 'all', items: [{ type: 'text', match: 'regex', words: ['(a+)+'] }] }),
      `if: 分支「问价」：${BAD_PATTERN}`,
    ],
    [
      'more regular expressions than all flows may have',
      branching({
        op: 'all',
        items: Array.from({ length: 6 }, () => ({
          type: 'text' as const,
          match: 'regex' as const,
          words: Array.from({ length: 20 }, (_, no) => `^${no}$`),
        })),
      }),
      `null: ${FLOW_PROBLEMS.tooManyPatterns}`,
    ],
    ['a jump to nowhere', graph([start, jump('j', null)], ['start', 'next', 'j']), 'j: 请选择要跳转到的节点'],
  ])('%s stops it', (_what, flow, problem) => {
    expect(messages(flow)).toContain(problem)
    expect(hasErrors(validateFlow(flow))).toBe(true)
  })

  test('a loop with a pause is allowed', () => {
    const flow = graph(
      [start, wait('w', 5), jump('j', 'w'), end],
      ['start', 'next', 'w'],
      ['w', 'timeout', 'j'],
      ['w', 'reply', 'end'],
    )
    expect(validateFlow(flow)).toEqual([])
  })

  test('a wait beyond the end of a session is a warning', () => {
    const flow = graph(
      [start, wait('w', 1441), end],
      ['start', 'next', 'w'],
      ['w', 'timeout', 'end'],
      ['w', 'reply', 'end'],
    )
    expect(validateFlow(flow)).toEqual([{ nodeId: 'w', level: 'warn', msg: FLOW_PROBLEMS.longWait }])
  })

  test('more messages than the platform takes is a warning', () => {
    const sends = Array.from({ length: FLOW_MESSAGES_MAX + 1 }, (_, no) => send(`s${no}`))
    const ways = sends.map(({ id }, no): [string, string, string] => [id, 'next', sends[no + 1]?.id ?? 'end'])
    const flow = graph([start, ...sends, end], ['start', 'next', 's0'], ...ways)

    expect(validateFlow(flow)).toEqual([{ nodeId: 's5', level: 'warn', msg: FLOW_PROBLEMS.tooMany(FLOW_MESSAGES_MAX) }])
  })

  test('a card, tag or field that is gone stops it', () => {
    const tagId = '1'.repeat(32) as never
    const flow = graph(
      [start, { id: 't', x: 0, y: 0, type: 'tag', data: { add: [tagId], remove: [] } }, end],
      ['start', 'next', 't'],
      ['t', 'next', 'end'],
    )
    const references = {
      hasCard: () => true,
      hasTag: () => false,
      hasField: () => true,
      hasAgent: () => true,
      hasAccount: () => true,
    }

    expect(validateFlow(flow, references)).toEqual([{ nodeId: 't', level: 'error', msg: UNKNOWN_REFERENCES.tag }])
  })
})

test.each([
  [
    'of two options',
    [
      { id: 'a', text: '一' },
      { id: 'a', text: '二' },
    ],
  ],
  ['of a fixed exit', [{ id: 'unmatched', text: '一' }]],
])('the id %s is refused: they would share a way', (_what, options) => {
  const menu: FlowNode = { id: 'm', x: 0, y: 0, type: 'menu', data: { title: '选', options } }
  expect(FlowGraph.safeParse(graph([start, menu])).success).toBe(false)
})

test('an exit leads to one place only', () => {
  const flow = graph([start, send('a'), end], ['start', 'next', 'a'], ['start', 'next', 'end'])
  expect(FlowGraph.safeParse(flow).success).toBe(false)
})
