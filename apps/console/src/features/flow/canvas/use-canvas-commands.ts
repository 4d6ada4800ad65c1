import { FLOW_LIMITS, type FlowNode, type FlowNodeType } from '@ruwu/contract'
import { exitsOf, startOf, targetOf } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useReactFlow } from '@xyflow/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { isComposing, isDialogOpen, isTextInput } from '../../../browser/keyboard.ts'
import {
  type Clip,
  clipOf,
  connected,
  freeExit,
  movedTo,
  type Origin,
  pasted,
  placeBelow,
  withNode,
  withoutNodes,
} from '../graph/graph-edit.ts'
import { CARD, GRID, layout } from '../graph/layout.ts'
import { newLocalId, newNode } from '../graph/node-kinds.ts'
import { texts } from '../texts.ts'
import type { FlowEditor } from '../use-flow-draft.ts'
import { type CanvasCommand, commandOf, stepOf } from './canvas-keys.ts'
import { canvasEdges, NOTHING, type Selection } from './canvas-model.ts'
import { FIT_PADDING, withoutLines } from './flow-canvas.tsx'
import { focusPalette } from './palette.tsx'

/** Outlives the canvas: nodes can be pasted into another flow. */
let clipboard: Clip | undefined

type Options = { editor: FlowEditor; isReadOnly: boolean; onOpenForm: (focus: boolean) => void }

/** Selection, and everything keys, palette and buttons do to the graph. */
export function useCanvasCommands({ editor, isReadOnly, onOpenForm }: Options) {
  const { draft, edit } = editor
  const { graph } = draft
  const [selection, setSelection] = useState<Selection>(NOTHING)
  /** Said to screen readers. */
  const [status, setStatus] = useState('')
  const view = useReactFlow()

  const select = (...ids: string[]) => setSelection({ nodes: new Set(ids), edges: new Set() })
  const selected = graph.nodes.filter(({ id }) => selection.nodes.has(id))

  /** Selects a node and brings it into view. */
  const locate = (id: string) => {
    const node = graph.nodes.find((it) => it.id === id)
    if (!node) return
    select(id)
    onOpenForm(false)
    void view.setCenter(node.x + CARD.width / 2, node.y + CARD.height / 2, {
      zoom: Math.max(0.8, view.getZoom()),
      duration: 200,
    })
  }

  /** Behind the selected node, at its first free exit; between it and the next where it has only one. */
  function add(type: FlowNodeType, place?: { x: number; y: number }, from?: Origin) {
    if (graph.nodes.length >= FLOW_LIMITS.nodes) return toast.warning(texts.nodesFull)
    const anchor = place ? undefined : (selected.at(-1) ?? startOf(graph))
    const node = newNode(type, place ?? placeBelow(graph, anchor ?? { x: 0, y: 0 }))
    edit((old) => {
      const origin = from ?? (anchor && freeExit(old, anchor))
      const added = withNode(old, node, origin)
      return anchor && !origin ? inserted(added, anchor, node) : added
    })
    select(node.id)
    onOpenForm(!place || from !== undefined)
    return undefined
  }

  function remove() {
    if (selected.some(({ type }) => type === 'start')) toast.warning(texts.startStays)
    const lines = canvasEdges({ graph, names: NO_NAMES, problems: [], selection, trace: undefined })
    edit((old) => withoutLines(withoutNodes(old, selection.nodes), selection.edges, lines))
    setSelection(NOTHING)
    setStatus(texts.removedItems(selection.nodes.size + selection.edges.size))
    // The focus stays in the flow: on the node before the first removed one.
    const before = graph.edges.find(({ from, to }) => selection.nodes.has(to) && !selection.nodes.has(from))?.from
    const source = lines.find(({ id }) => selection.edges.has(id))?.source
    requestAnimationFrame(() => focusNode(before ?? source ?? startOf(graph)?.id))
  }

  function copy() {
    const clip = clipOf(graph, selection.nodes)
    if (clip.nodes.length === 0) return
    clipboard = clip
    toast.success(texts.copiedNodes(clip.nodes.length))
  }

  function paste(clip = clipboard) {
    if (!clip) return undefined
    if (graph.nodes.length + clip.nodes.length > FLOW_LIMITS.nodes) return toast.warning(texts.nodesFull)
    const copied = pasted(graph, clip, newLocalId)
    edit(() => copied.graph)
    select(...copied.ids)
    return setStatus(texts.pastedNodes(copied.ids.size))
  }

  function move({ x, y }: { x: number; y: number }) {
    const places = new Map(selected.map((node) => [node.id, { x: node.x + x * GRID, y: node.y + y * GRID }]))
    edit((old) => movedTo(old, places), `move ${[...places.keys()].join()}`)
    const [first] = places.values()
    if (first) setStatus(texts.moved(first.x, first.y))
  }

  function arrange() {
    edit((old) =>
      movedTo(old, new Map(layout(old.nodes, old.edges, startOf(old)?.id).map((place) => [place.id, place]))),
    )
    requestAnimationFrame(() => void view.fitView({ padding: FIT_PADDING, maxZoom: 1, duration: 200 }))
  }

  /** False: the key is not ours here. */
  function run(command: CanvasCommand, isFar: boolean, target: Element): boolean {
    const focused = target.classList.contains('react-flow__node') ? target.getAttribute('data-id') : null
    // A node that got the focus before the selection was emptied.
    if (focused && selection.nodes.size + selection.edges.size === 0) select(focused)
    const isOnCanvas = target === document.body || target.closest('.react-flow') !== null
    const step = stepOf(command, isFar)
    switch (command) {
      case 'undo':
        return isReadOnly ? false : done(() => (editor.undo(), setStatus(texts.undone)))
      case 'redo':
        return isReadOnly ? false : done(() => (editor.redo(), setStatus(texts.redone)))
      case 'copy':
        return selected.length > 0 && window.getSelection()?.isCollapsed !== false ? done(copy) : false
      case 'paste':
        return clipboard && !isReadOnly ? done(paste) : false
      case 'selectAll':
        return isOnCanvas ? done(() => select(...graph.nodes.map(({ id }) => id))) : false
      case 'remove':
        return isOnCanvas && !isReadOnly && selection.nodes.size + selection.edges.size > 0 ? done(remove) : false
      case 'open':
        return focused ? done(() => onOpenForm(true)) : false
      case 'deselect':
        return isOnCanvas ? done(() => setSelection(NOTHING)) : false
      case 'add':
        return isOnCanvas && !isReadOnly ? done(focusPalette) : false
      case 'left':
      case 'right':
      case 'up':
      case 'down':
        return isOnCanvas && !isReadOnly && step && selected.length > 0 ? done(() => move(step)) : false
    }
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event) || isDialogOpen() || !(event.target instanceof Element)) return
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
      event.preventDefault()
      return void editor.persist()
    }
    if (isTextInput(event.target)) return
    const command = commandOf(event)
    if (command && run(command, event.shiftKey, event.target)) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  return { selection, setSelection, selected, select, status, add, remove, copy, paste, arrange, locate }
}

export type CanvasCommands = ReturnType<typeof useCanvasCommands>

const NO_NAMES = { card: () => undefined, tag: () => undefined, field: () => undefined }

const focusNode = (id: string | undefined) =>
  id && document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.focus()

const done = (action: () => unknown): true => {
  action()
  return true
}

/** The only way out of `anchor` leads through the new node. */
function inserted(graph: FlowEditor['draft']['graph'], anchor: FlowNode, node: FlowNode) {
  const [exit, ...others] = exitsOf(anchor)
  const [onward] = exitsOf(node)
  const next = exit && targetOf(graph, anchor.id, exit.id)
  if (!exit || others.length > 0 || !onward || !next) return graph
  const before = connected(graph, { from: anchor.id, exit: exit.id, to: node.id })
  return connected(before, { from: node.id, exit: onward.id, to: next })
}
