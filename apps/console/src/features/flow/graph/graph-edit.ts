import type { FlowEdge, FlowGraph, FlowNode } from '@ruwu/contract'
import { exitsOf } from '@ruwu/domain'
import { CARD, GRID } from './layout.ts'

type Point = { x: number; y: number }

const isStart = ({ type }: FlowNode) => type === 'start'

/** Where a new node begins: at an exit of this node. */
export type Origin = { from: string; exit: string }

export const withNode = (graph: FlowGraph, node: FlowNode, origin?: Origin): FlowGraph => {
  const added = { ...graph, nodes: [...graph.nodes, node] }
  return origin ? connected(added, { ...origin, to: node.id }) : added
}

/** Replaces a node of the same id. Edges of exits it no longer has go with them. */
export function withChangedNode(graph: FlowGraph, node: FlowNode): FlowGraph {
  const exits = new Set(exitsOf(node).map(({ id }) => id))
  return {
    nodes: graph.nodes.map((it) => (it.id === node.id ? node : it)),
    edges: graph.edges.filter(({ from, exit }) => from !== node.id || exits.has(exit)),
  }
}

export function movedTo(graph: FlowGraph, places: ReadonlyMap<string, Point>): FlowGraph {
  const move = (node: FlowNode): FlowNode => {
    const place = places.get(node.id)
    return place && (place.x !== node.x || place.y !== node.y) ? { ...node, x: place.x, y: place.y } : node
  }
  const nodes = graph.nodes.map(move)
  return nodes.some((node, index) => node !== graph.nodes[index]) ? { ...graph, nodes } : graph
}

/** The start stays: a flow has exactly one. */
export function withoutNodes(graph: FlowGraph, ids: ReadonlySet<string>): FlowGraph {
  const nodes = graph.nodes.filter((node) => isStart(node) || !ids.has(node.id))
  if (nodes.length === graph.nodes.length) return graph
  const left = new Set(nodes.map(({ id }) => id))
  return {
    nodes: nodes.map(withoutLostJump),
    edges: graph.edges.filter(({ from, to }) => left.has(from) && left.has(to)),
  }

  function withoutLostJump(node: FlowNode): FlowNode {
    if (node.type !== 'jump' || node.data.nodeId === null || left.has(node.data.nodeId)) return node
    return { ...node, data: { nodeId: null } }
  }
}

/** Whether an edge may end here: nothing leads back to the start, nor from a node to itself. */
export const canConnect = (graph: FlowGraph, from: string, to: string): boolean =>
  from !== to && graph.nodes.some((node) => node.id === to && !isStart(node))

/** An exit has one edge: a new one takes the place of the old. */
export function connected(graph: FlowGraph, edge: FlowEdge): FlowGraph {
  if (!canConnect(graph, edge.from, edge.to)) return graph
  return { ...graph, edges: [...disconnected(graph, edge).edges, edge] }
}

export const disconnected = (graph: FlowGraph, { from, exit }: Origin): FlowGraph => ({
  ...graph,
  edges: graph.edges.filter((edge) => edge.from !== from || edge.exit !== exit),
})

/** The first exit of a node that leads nowhere. */
export function freeExit(graph: FlowGraph, node: FlowNode): Origin | undefined {
  const used = new Set(graph.edges.filter(({ from }) => from === node.id).map(({ exit }) => exit))
  const free = exitsOf(node).find(({ id }) => !used.has(id))
  return free && { from: node.id, exit: free.id }
}

const STEP_DOWN = CARD.height + 56
const STEP_RIGHT = CARD.width + 40

/** A free place below a node, or as near to it on the right as the other cards allow. */
export function placeBelow(graph: FlowGraph, { x, y }: Point): Point {
  const place = { x, y: y + STEP_DOWN }
  while (graph.nodes.some((node) => overlaps(node, place))) place.x += STEP_RIGHT
  return place
}

const overlaps = (one: Point, other: Point) =>
  Math.abs(one.x - other.x) < CARD.width + GRID && Math.abs(one.y - other.y) < CARD.height + GRID

/** Copied nodes and the edges between them. */
export type Clip = FlowGraph

export function clipOf(graph: FlowGraph, ids: ReadonlySet<string>): Clip {
  const nodes = graph.nodes.filter((node) => ids.has(node.id) && !isStart(node))
  const taken = new Set(nodes.map(({ id }) => id))
  return { nodes, edges: graph.edges.filter(({ from, to }) => taken.has(from) && taken.has(to)) }
}

const PASTE_OFFSET = 5 * GRID

/** Adds a copy under new ids, beside the original. */
export function pasted(graph: FlowGraph, clip: Clip, newId: () => string): { graph: FlowGraph; ids: Set<string> } {
  const idOf = new Map(clip.nodes.map(({ id }) => [id, newId()]))
  const shift = PASTE_OFFSET * (1 + countBeside(graph, clip))
  const nodes = clip.nodes.map((node) =>
    withJump({ ...node, id: idOf.get(node.id)!, x: node.x + shift, y: node.y + shift }),
  )
  const edges = clip.edges.map((edge) => ({ ...edge, from: idOf.get(edge.from)!, to: idOf.get(edge.to)! }))
  return {
    graph: { nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, ...edges] },
    ids: new Set(idOf.values()),
  }

  /** A jump to a copied node leads to the copy. */
  function withJump(node: FlowNode): FlowNode {
    if (node.type !== 'jump' || node.data.nodeId === null) return node
    return { ...node, data: { nodeId: idOf.get(node.data.nodeId) ?? node.data.nodeId } }
  }
}

/** How many copies already lie beside the original: pasting twice must not hide one behind the other. */
function countBeside(graph: FlowGraph, { nodes: [first] }: Clip): number {
  if (!first) return 0
  const isTaken = (shift: number) => graph.nodes.some(({ x, y }) => x === first.x + shift && y === first.y + shift)
  let copies = 0
  while (isTaken(PASTE_OFFSET * (copies + 1))) copies += 1
  return copies
}
