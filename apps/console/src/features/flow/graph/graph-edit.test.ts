import type { FlowGraph, FlowNode } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import {
  canConnect,
  clipOf,
  connected,
  disconnected,
  freeExit,
  movedTo,
  pasted,
  placeBelow,
  withChangedNode,
  withNode,
  withoutNodes,
} from './graph-edit.ts'
import { newNode } from './node-kinds.ts'

const at = { x: 0, y: 0 }
const start: FlowNode = { id: 'start', type: 'start', ...at, data: { trigger: { type: 'session_start' } } }
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
const end: FlowNode = { id: 'end', type: 'end', x: 0, y: 224, data: {} }
const back: FlowNode = { id: 'back', type: 'jump', x: 240, y: 224, data: { nodeId: 'menu' } }

const graph: FlowGraph = {
  nodes: [start, menu, end, back],
  edges: [
    { from: 'start', exit: 'next', to: 'menu' },
    { from: 'menu', exit: 'price', to: 'end' },
    { from: 'menu', exit: 'visit', to: 'back' },
  ],
}

describe('edges', () => {
  test('a renamed option keeps its way, a removed one loses it', () => {
    const [price, visit] = menu.data.options
    const renamed = { ...menu, data: { ...menu.data, options: [{ ...price!, text: '报价' }, visit!] } }
    const shorter = { ...menu, data: { ...menu.data, options: [visit!] } }

    expect(withChangedNode(graph, renamed).edges).toEqual(graph.edges)
    expect(withChangedNode(graph, shorter).edges.map(({ exit }) => exit)).toEqual(['next', 'visit'])
  })

  test('an exit leads to one node: the new way replaces the old', () => {
    const moved = connected(graph, { from: 'menu', exit: 'price', to: 'back' })

    expect(moved.edges).toHaveLength(3)
    expect(moved.edges).toContainEqual({ from: 'menu', exit: 'price', to: 'back' })
    expect(disconnected(moved, { from: 'menu', exit: 'price' }).edges).toHaveLength(2)
  })

  test.each([
    ['start', 'start', false],
    ['menu', 'start', false],
    ['menu', 'menu', false],
    ['menu', 'gone', false],
    ['menu', 'end', true],
  ])('from %s to %s: %s', (from, to, expected) => {
    expect(canConnect(graph, from, to)).toBe(expected)
    expect(connected(graph, { from, exit: 'unmatched', to }) !== graph).toBe(expected)
  })

  test('the first exit without a way is offered to the next node', () => {
    expect(freeExit(graph, menu)).toEqual({ from: 'menu', exit: 'unmatched' })
    expect(freeExit(graph, start)).toBeUndefined()
    expect(freeExit(graph, end)).toBeUndefined()
  })
})

describe('nodes', () => {
  test('a new node is added behind an exit', () => {
    const node = newNode('send', { x: 0, y: 336 })
    const added = withNode(graph, node, { from: 'menu', exit: 'unmatched' })

    expect(added.nodes.at(-1)).toBe(node)
    expect(added.edges.at(-1)).toEqual({ from: 'menu', exit: 'unmatched', to: node.id })
  })

  test('the start stays; edges and jumps to a deleted node go with it', () => {
    const left = withoutNodes(graph, new Set(['start', 'menu']))

    expect(left.nodes.map(({ id }) => id)).toEqual(['start', 'end', 'back'])
    expect(left.edges).toEqual([])
    expect(left.nodes.at(-1)).toMatchObject({ data: { nodeId: null } })
    expect(withoutNodes(graph, new Set(['start']))).toBe(graph)
  })

  test('a move to the same place changes nothing', () => {
    expect(movedTo(graph, new Map([['end', { x: 0, y: 224 }]]))).toBe(graph)
    expect(movedTo(graph, new Map([['end', { x: 8, y: 224 }]])).nodes[2]).toMatchObject({ id: 'end', x: 8 })
  })

  test('a place below that is taken moves to the right', () => {
    const first = placeBelow(graph, start)

    expect(first.y).toBe(112)
    expect(first.x).toBeGreaterThan(0)
  })
})

describe('copies', () => {
  test('a copy has new ids, its inner edges and jumps, and no second start', () => {
    let next = 0
    const clip = clipOf(graph, new Set(['start', 'menu', 'back']))
    const { graph: copy, ids } = pasted(graph, clip, () => `copy${(next += 1)}`)

    expect([...ids]).toEqual(['copy1', 'copy2'])
    expect(copy.edges.at(-1)).toEqual({ from: 'copy1', exit: 'visit', to: 'copy2' })
    expect(copy.nodes.at(-1)).toMatchObject({ id: 'copy2', data: { nodeId: 'copy1' } })
    expect(copy.nodes.filter(({ type }) => type === 'start')).toHaveLength(1)
  })

  test('pasting twice lays the second copy beside the first', () => {
    let next = 0
    const newId = () => `copy${(next += 1)}`
    const clip = clipOf(graph, new Set(['end']))
    const once = pasted(graph, clip, newId).graph
    const twice = pasted(once, clip, newId).graph

    const places = twice.nodes.map(({ x, y }) => `${x} ${y}`)
    expect(new Set(places).size).toBe(places.length)
  })
})
