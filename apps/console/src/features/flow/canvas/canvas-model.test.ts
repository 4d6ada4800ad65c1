import type { FlowGraph, FlowNode } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { canvasEdges, canvasNodes, JUMP_EXIT, NOTHING, nodesInOrder } from './canvas-model.ts'

const start: FlowNode = { id: 'start', type: 'start', x: 0, y: 0, data: { trigger: { type: 'session_start' } } }
const menu: FlowNode = {
  id: 'menu',
  type: 'menu',
  x: 0,
  y: 112,
  data: {
    title: '想了解什么',
    options: [
      { id: 'price', text: '价格' },
      { id: 'visit', text: '到店' },
    ],
  },
}
const left: FlowNode = { id: 'left', type: 'end', x: -200, y: 224, data: {} }
const right: FlowNode = { id: 'right', type: 'end', x: 200, y: 224, data: {} }
const jump: FlowNode = { id: 'jump', type: 'jump', x: 400, y: 224, data: { nodeId: 'menu' } }

const graph: FlowGraph = {
  nodes: [jump, right, left, menu, start],
  edges: [
    { from: 'start', exit: 'next', to: 'menu' },
    { from: 'menu', exit: 'price', to: 'right' },
    { from: 'menu', exit: 'visit', to: 'left' },
  ],
}
const names = { card: () => undefined, tag: () => undefined, field: () => undefined }
const content = { graph, names, problems: [], selection: NOTHING, trace: undefined }

test('the nodes come in the order a customer meets them; what nothing leads to comes last', () => {
  expect(nodesInOrder(graph).map(({ id }) => id)).toEqual(['start', 'menu', 'right', 'left', 'jump'])
})

test('exits stand in the order of their targets, and those that lead nowhere are named', () => {
  const card = canvasNodes(content).find(({ id }) => id === 'menu')!.data

  expect(card.exits.map(({ id }) => id)).toEqual(['visit', 'price', 'unmatched'])
  expect(card.open).toEqual(['未匹配'])
})

test('errors are counted at their node, reminders are not', () => {
  const problems = [
    { nodeId: 'menu', level: 'error' as const, msg: '出口没有连接' },
    { nodeId: 'menu', level: 'warn' as const, msg: '消息过多' },
    { nodeId: null, level: 'error' as const, msg: '缺少开始' },
  ]

  expect(canvasNodes({ ...content, problems }).map(({ data }) => data.problems)).toEqual([0, 1, 0, 0, 0])
})

test('several exits to one node are one line that names them; the only exit has no name', () => {
  const joined = {
    ...graph,
    edges: graph.edges.map((edge) => (edge.exit === 'visit' ? { ...edge, to: 'right' } : edge)),
  }
  const lines = canvasEdges({ ...content, graph: joined })

  expect(lines.map(({ id, data }) => [id, data?.label, data?.exits])).toEqual([
    ['jump>menu', '', [JUMP_EXIT]],
    ['menu>right', '价格或到店', ['price', 'visit']],
    ['start>menu', '', ['next']],
  ])
})

test('a test run marks its way', () => {
  const trace = { passed: new Set(['start', 'menu']), here: 'right' }
  const marks = canvasNodes({ ...content, trace }).map(({ data }) => data.mark)
  const passed = canvasEdges({ ...content, trace }).filter(({ data }) => data?.isPassed)

  expect(marks).toEqual(['passed', 'passed', 'here', undefined, undefined])
  expect(passed.map(({ id }) => id)).toEqual(['menu>right', 'start>menu'])
})
