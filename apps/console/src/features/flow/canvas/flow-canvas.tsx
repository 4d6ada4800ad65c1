import { FLOW_NODE_TYPES, type FlowGraph, type FlowNodeType } from '@ruwu/contract'
import {
  Background,
  type Connection,
  type EdgeChange,
  MarkerType,
  MiniMap,
  type NodeChange,
  type OnConnectEnd,
  ReactFlow,
  SelectionMode,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { type DragEvent, type FocusEvent, type ReactNode, useMemo, useState } from 'react'
import { canConnect, connected, disconnected, movedTo, type Origin, withChangedNode } from '../graph/graph-edit.ts'
import { CARD, GRID } from '../graph/layout.ts'
import { NODE_LOOKS } from '../graph/node-kinds.ts'
import { texts } from '../texts.ts'
import {
  type CanvasContent,
  type CanvasEdge,
  canvasEdges,
  type CanvasNode,
  canvasNodes,
  JUMP_EXIT,
  KEYS_ID,
  type Selection,
} from './canvas-model.ts'
import { ExitLine } from './exit-line.tsx'
import { NodeCard } from './node-card.tsx'
import type { LooseEnd } from './quick-add.tsx'
import styles from './flow-canvas.module.css'

export const ZOOM = { min: 0.25, max: 2 }
/** Below these zooms the second line of a card, then the usual size of its title, is too small to read. */
const FAR_ZOOM = 0.6
const FARTHER_ZOOM = 0.46

export const NODE_DRAG_TYPE = 'application/x-ruwu-flow-node'

const nodeTypes = { card: NodeCard }
const edgeTypes = { line: ExitLine }
const lineOptions = { markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16, color: 'var(--c-2)' } }

const ariaLabels = {
  'node.a11yDescription.default': texts.keys,
  'node.a11yDescription.keyboardDisabled': texts.keys,
  'edge.a11yDescription.default': texts.lineKeys,
  'handle.ariaLabel': texts.into,
}

export type FlowCanvasProps = CanvasContent & {
  isReadOnly: boolean
  onEdit: (change: (graph: FlowGraph) => FlowGraph, key?: string) => void
  /** React Flow reports node and edge selection separately for one click, so this takes an updater. */
  onSelect: (change: (old: Selection) => Selection) => void
  /** A node was clicked: its form opens. */
  onOpen: (id: string) => void
  onDropNode: (type: FlowNodeType, place: { x: number; y: number }) => void
  /** A line was dropped on the empty canvas. */
  onLooseEnd: (end: LooseEnd) => void
  children: ReactNode
}

/** The graph on the screen: drawn from the draft, and every gesture is an edit of the draft. */
export function FlowCanvas({
  isReadOnly,
  onEdit,
  onSelect,
  onOpen,
  onDropNode,
  onLooseEnd,
  children,
  ...content
}: FlowCanvasProps) {
  const { graph, names, problems, selection, trace } = content
  const { screenToFlowPosition } = useReactFlow()
  const distance = useStore(({ transform: [, , zoom] }) =>
    zoom < FARTHER_ZOOM ? 'farther' : zoom < FAR_ZOOM ? 'far' : 'near',
  )
  /** Places while dragging: one step of the history when dropped. */
  const [dragged, setDragged] = useState<ReadonlyMap<string, { x: number; y: number }>>()
  const nodes = useMemo(
    () => canvasNodes({ graph: dragged ? movedTo(graph, dragged) : graph, names, problems, selection, trace }),
    [graph, dragged, names, problems, selection, trace],
  )
  const edges = useMemo(
    () => canvasEdges({ graph, names, problems, selection, trace }),
    [graph, names, problems, selection, trace],
  )

  const onNodesChange = (changes: NodeChange<CanvasNode>[]) => {
    const chosen = changes.filter((change) => change.type === 'select')
    if (chosen.length > 0) onSelect((old) => ({ ...old, nodes: withChosen(old.nodes, chosen) }))
    const moves = changes.filter((change) => change.type === 'position')
    if (moves.length === 0 || isReadOnly) return
    const places = new Map(dragged)
    for (const { id, position } of moves) if (position) places.set(id, position)
    if (moves.some(({ dragging }) => dragging)) return setDragged(places)
    setDragged(undefined)
    onEdit((old) => movedTo(old, places))
  }

  const onEdgesChange = (changes: EdgeChange<CanvasEdge>[]) => {
    const chosen = changes.filter((change) => change.type === 'select')
    if (chosen.length > 0) onSelect((old) => ({ ...old, edges: withChosen(old.edges, chosen) }))
  }

  /** Where a card stands whose point is under the pointer. */
  const placeAt = (screen: { x: number; y: number }, point: { x: number; y: number }) => {
    const { x, y } = screenToFlowPosition(screen)
    return { x: snap(x - point.x), y: snap(y - point.y) }
  }

  const drop = (event: DragEvent) => {
    const type = FLOW_NODE_TYPES.find((it) => it === event.dataTransfer.getData(NODE_DRAG_TYPE))
    if (!type) return
    event.preventDefault()
    onDropNode(type, placeAt({ x: event.clientX, y: event.clientY }, { x: CARD.width / 2, y: CARD.height / 2 }))
  }

  const endLine: OnConnectEnd = (event, { toNode, fromNode, fromHandle }) => {
    if (toNode || !fromNode || fromHandle?.type !== 'source' || !fromHandle.id || fromHandle.id === JUMP_EXIT) return
    const { clientX: x, clientY: y } = 'changedTouches' in event ? event.changedTouches[0]! : event
    const place = placeAt({ x, y }, { x: CARD.width / 2, y: 0 })
    onLooseEnd({ origin: { from: fromNode.id, exit: fromHandle.id }, place, screen: { x, y } })
  }

  return (
    <section className={styles.canvas} aria-label={texts.canvas} data-distance={distance}>
      <ReactFlow<CanvasNode, CanvasEdge>
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        defaultEdgeOptions={lineOptions}
        onNodesChange={onNodesChange}
        onEdgesChange={onEdgesChange}
        onDragOver={(event) => event.dataTransfer.types.includes(NODE_DRAG_TYPE) && event.preventDefault()}
        onDrop={drop}
        onFocus={(event) => followFocus(event, selection, onSelect)}
        onNodeClick={(_, node) => onOpen(node.id)}
        onConnect={(connection) => onEdit((old) => joined(old, connection))}
        onConnectEnd={endLine}
        onReconnect={(edge, connection) => onEdit((old) => rejoined(old, edge, connection))}
        isValidConnection={({ source, target }) => canConnect(graph, source, target)}
        nodesDraggable={!isReadOnly}
        nodesConnectable={!isReadOnly}
        edgesReconnectable={!isReadOnly}
        edgesFocusable={!isReadOnly}
        // Keys are handled in one place (use-canvas-commands), with the step of the grid and the history.
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        selectionMode={SelectionMode.Partial}
        multiSelectionKeyCode={['Control', 'Meta', 'Shift']}
        snapToGrid
        snapGrid={[GRID, GRID]}
        minZoom={ZOOM.min}
        maxZoom={ZOOM.max}
        zoomOnDoubleClick={false}
        panOnScroll
        connectionRadius={28}
        fitView
        fitViewOptions={{ maxZoom: 1, minZoom: ZOOM.min, padding: FIT_PADDING }}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={ariaLabels}
      >
        <Background gap={GRID * 2} size={1.2} color="var(--line-strong)" />
        <MiniMap<CanvasNode>
          className={styles.minimap}
          style={MINIMAP_SIZE}
          position="bottom-left"
          ariaLabel={texts.minimap}
          pannable
          zoomable
          nodeColor={({ data }) => MINIMAP_COLORS[NODE_LOOKS[data.type].tone]}
          nodeBorderRadius={8}
          maskColor="var(--minimap-mask)"
        />
      </ReactFlow>
      <p id={KEYS_ID} className="sr-only">
        {texts.keys}
      </p>
      {children}
    </section>
  )
}

const snap = (value: number) => Math.round(value / GRID) * GRID

/** The palette and the tools lie above the canvas. */
export const FIT_PADDING = { top: '32px', right: '32px', bottom: '80px', left: '180px' } as const

/** The library scales the map by the size in its style. */
const MINIMAP_SIZE = { width: 140, height: 92 }

const MINIMAP_COLORS = {
  io: 'var(--text-3)',
  message: 'var(--flow)',
  logic: 'var(--info)',
  ai: 'var(--ai)',
  data: 'var(--c-2)',
  human: 'var(--human)',
}

function withChosen(old: ReadonlySet<string>, changes: readonly { id: string; selected: boolean }[]) {
  const next = new Set(old)
  for (const { id, selected } of changes) {
    if (selected) next.add(id)
    else next.delete(id)
  }
  return next
}

/** Tab selects the node or line it reaches, so that the keys act on what has the focus. */
function followFocus({ target }: FocusEvent, selection: Selection, onSelect: FlowCanvasProps['onSelect']) {
  if (!(target instanceof Element) || !target.matches(':focus-visible')) return
  const id = target.getAttribute('data-id')
  if (!id) return
  const isNode = target.classList.contains('react-flow__node')
  const isLine = target.classList.contains('react-flow__edge')
  if (isNode && !selection.nodes.has(id)) onSelect(() => ({ nodes: new Set([id]), edges: new Set() }))
  if (isLine && !selection.edges.has(id)) onSelect(() => ({ nodes: new Set(), edges: new Set([id]) }))
}

function joined(graph: FlowGraph, { source, sourceHandle, target }: Connection): FlowGraph {
  const node = graph.nodes.find(({ id }) => id === source)
  if (!node || !sourceHandle || !canConnect(graph, source, target)) return graph
  if (node.type === 'jump') return withChangedNode(graph, { ...node, data: { nodeId: target } })
  return connected(graph, { from: source, exit: sourceHandle, to: target })
}

function rejoined(graph: FlowGraph, { source, data }: CanvasEdge, { target }: Connection): FlowGraph {
  return (data?.exits ?? []).reduce(
    (next, exit) => joined(next, { source, sourceHandle: exit, target, targetHandle: null }),
    graph,
  )
}

/** Without the lines of these ids, jumps included. */
export function withoutLines(graph: FlowGraph, ids: ReadonlySet<string>, lines: readonly CanvasEdge[]): FlowGraph {
  const exits = lines
    .filter(({ id }) => ids.has(id))
    .flatMap(({ source, data }) => (data?.exits ?? []).map((exit): Origin => ({ from: source, exit })))
  return exits.reduce((next, origin) => {
    const node = next.nodes.find(({ id }) => id === origin.from)
    if (origin.exit !== JUMP_EXIT || node?.type !== 'jump') return disconnected(next, origin)
    return withChangedNode(next, { ...node, data: { nodeId: null } })
  }, graph)
}
