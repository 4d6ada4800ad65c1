import type { FlowGraph, FlowNode, FlowProblem } from '@ruwu/contract'
import { exitsOf, type FlowExit, FLOW_EXIT_LABELS, FLOW_NODE_LABELS, startOf, flowNodeTitle } from '@ruwu/domain'
import type { Edge, Node } from '@xyflow/react'
import { CARD, reach } from '../graph/layout.ts'
import { type FlowNames, summaryOf } from '../graph/node-text.ts'
import { texts } from '../texts.ts'

/** The way of a jump: drawn, but kept in the node's own data. */
export const JUMP_EXIT = 'jump'

export type CardData = {
  type: FlowNode['type']
  title: string
  summary: string
  /** In the order of their targets from left to right, so that their edges do not cross. */
  exits: FlowExit[]
  /** Names of the exits that lead nowhere. */
  open: string[]
  /** Errors of the checks of 发布. */
  problems: number
  /** From far away, where one line is legible, its summary is shown instead of its name. */
  isToldBySummary: boolean
  /** Of the test run. */
  mark: 'passed' | 'here' | undefined
}
export type CanvasNode = Node<CardData, 'card'>

export type LineData = { exits: string[]; label: string; isPassed: boolean; isJump: boolean }
export type CanvasEdge = Edge<LineData, 'line'>

export type Selection = { nodes: ReadonlySet<string>; edges: ReadonlySet<string> }
export const NOTHING: Selection = { nodes: new Set(), edges: new Set() }

/** Nodes that the test run has passed, and where it stands. */
export type Trace = { passed: ReadonlySet<string>; here: string | null }

export type CanvasContent = {
  graph: FlowGraph
  names: FlowNames
  problems: readonly FlowProblem[]
  selection: Selection
  trace: Trace | undefined
}

const drawnExits = (node: FlowNode): FlowExit[] =>
  node.type === 'jump' ? [{ id: JUMP_EXIT, label: texts.jumpLabel }] : exitsOf(node)

/** The nodes in the order a customer meets them: Tab visits them in it, and moving a node does not change it. */
export function nodesInOrder(graph: FlowGraph): FlowNode[] {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]))
  return reach(graph.nodes, graph.edges, startOf(graph)?.id).ids.map((id) => byId.get(id)!)
}

export function canvasNodes({ graph, names, problems, selection, trace }: CanvasContent): CanvasNode[] {
  const placeOf = new Map(graph.nodes.map((node) => [node.id, node.x]))
  const targets = new Map(graph.edges.map(({ from, exit, to }) => [`${from} ${exit}`, to]))
  const targetOf = (node: FlowNode, exit: string) =>
    node.type === 'jump' ? (node.data.nodeId ?? undefined) : targets.get(`${node.id} ${exit}`)
  return nodesInOrder(graph).map((node) => {
    const exits = drawnExits(node)
    const rank = ({ id }: FlowExit) => placeOf.get(targetOf(node, id) ?? '') ?? Number.MAX_SAFE_INTEGER
    const title = flowNodeTitle(node)
    const summary = summaryOf(node, graph, names)
    return {
      id: node.id,
      type: 'card',
      position: { x: node.x, y: node.y },
      width: CARD.width,
      height: CARD.height,
      // Known beforehand: without it the library hides a node and its edges until it has measured the new object.
      measured: { ...CARD },
      selected: selection.nodes.has(node.id),
      domAttributes: { 'aria-describedby': KEYS_ID, 'aria-roledescription': texts.node },
      ariaLabel: texts.nodeLabel(title, FLOW_NODE_LABELS[node.type], summary),
      data: {
        type: node.type,
        title,
        summary,
        isToldBySummary: node.name === undefined && summary !== '' && TELLING.has(node.type),
        exits: exits.toSorted((one, other) => rank(one) - rank(other)),
        open: exits.filter(({ id }) => targetOf(node, id) === undefined).map(({ label }) => label),
        problems: problems.filter(({ nodeId, level }) => nodeId === node.id && level === 'error').length,
        mark: trace?.here === node.id ? 'here' : trace?.passed.has(node.id) ? 'passed' : undefined,
      },
    }
  })
}

/** Kinds whose summary says more than their name does. */
const TELLING: ReadonlySet<FlowNode['type']> = new Set([
  'start',
  'send',
  'ask',
  'menu',
  'ai',
  'card',
  'tag',
  'field',
  'wait',
  'webhook',
])

/** Element that says what the keys do. */
export const KEYS_ID = 'flow-keys'

const MOST_NAMED = 3

/** One line for all exits of a node that lead to the same node. */
export function canvasEdges({ graph, selection, trace }: CanvasContent): CanvasEdge[] {
  const lines = new Map<string, { node: FlowNode; to: string; exits: FlowExit[] }>()
  const known = new Set(graph.nodes.map(({ id }) => id))
  for (const node of graph.nodes)
    for (const exit of drawnExits(node)) {
      const to =
        node.type === 'jump'
          ? node.data.nodeId
          : graph.edges.find((edge) => edge.from === node.id && edge.exit === exit.id)?.to
      if (!to || !known.has(to)) continue
      const id = `${node.id}>${to}`
      const line = lines.get(id)
      if (line) line.exits.push(exit)
      else lines.set(id, { node, to, exits: [exit] })
    }
  const titleOf = (id: string) =>
    graph.nodes
      .filter((node) => node.id === id)
      .map(flowNodeTitle)
      .join()
  const isPassed = (id: string) => trace !== undefined && (trace.passed.has(id) || trace.here === id)
  return [...lines].map(([id, { node, to, exits }]) => ({
    id,
    type: 'line',
    source: node.id,
    sourceHandle: exits[0]!.id,
    target: to,
    selected: selection.edges.has(id),
    reconnectable: 'target',
    domAttributes: { 'aria-roledescription': texts.line },
    ariaLabel: texts.lineName(titleOf(node.id), lineLabel(exits), titleOf(to)),
    data: {
      exits: exits.map((exit) => exit.id),
      label: lineLabel(exits),
      isPassed: isPassed(node.id) && isPassed(to),
      isJump: node.type === 'jump',
    },
  }))
}

/** The only exit of a node needs no name. */
function lineLabel(exits: readonly FlowExit[]): string {
  if (exits.length > MOST_NAMED) return texts.manyExits(exits.length)
  if (exits.length === 1 && (exits[0]!.label === FLOW_EXIT_LABELS.next || exits[0]!.id === JUMP_EXIT)) return ''
  return texts.exits(exits.map(({ label, id }) => label || id))
}
