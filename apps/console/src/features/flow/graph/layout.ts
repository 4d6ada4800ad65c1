/** Size of a node's card on the canvas. */
export const CARD = { width: 184, height: 56 }
/** Between two cards side by side, and between two layers (exit names are drawn there). */
const GAP = { x: 24, y: 56 }
/** Positions lie on the canvas's grid. */
export const GRID = 8

type Place = { id: string; x: number; y: number }
type Link = { from: string; to: string }

/** A node, or the passage of an edge through a layer that it crosses. */
type Slot = { id: string; width: number; x: number; up: string[]; down: string[] }

type Layer = Map<string, Slot>

const SWEEPS = 8

/**
 * Positions for all nodes, top-down: each node in the layer after its last predecessor, ordered to avoid crossings, and
 * centred under its predecessors. Edges that close a loop do not count. Nodes that no edge reaches come last.
 */
export function layout(nodes: readonly Place[], edges: readonly Link[], startId: string | undefined): Place[] {
  const order = reach(nodes, edges, startId)
  const forward = order.edges
  const layerOf = rank(order.ids, forward)
  const layers = withFewestCrossings(slotLayers(order.ids, forward, layerOf))
  placeLayers(layers)
  const slots = layers.flatMap((layer, depth) => [...layer.values()].map((slot) => ({ slot, depth })))
  const at = new Map(slots.map(({ slot, depth }) => [slot.id, { slot, depth }]))
  return nodes.map((node) => {
    const { slot, depth } = at.get(node.id)!
    return { ...node, x: snap(slot.x - CARD.width / 2), y: snap(depth * (CARD.height + GAP.y)) }
  })
}

const snap = (value: number) => Math.round(value / GRID) * GRID

/** The nodes in depth-first order from the start, and the edges that close no loop. */
export function reach(nodes: readonly { id: string }[], edges: readonly Link[], startId: string | undefined) {
  const known = new Set(nodes.map(({ id }) => id))
  const outgoing = new Map<string, string[]>()
  for (const { from, to } of edges)
    if (known.has(from) && known.has(to)) outgoing.set(from, [...(outgoing.get(from) ?? []), to])
  const ids: string[] = []
  const kept: Link[] = []
  const state = new Map<string, 'open' | 'done'>()
  const visit = (id: string) => {
    state.set(id, 'open')
    ids.push(id)
    for (const to of new Set(outgoing.get(id))) {
      if (state.get(to) === 'open') continue
      kept.push({ from: id, to })
      if (!state.has(to)) visit(to)
    }
    state.set(id, 'done')
  }
  const withStartFirst = nodes.toSorted((one, other) => Number(other.id === startId) - Number(one.id === startId))
  const hasWayIn = new Set(edges.map(({ to }) => to))
  for (const { id } of withStartFirst) if (!state.has(id) && !hasWayIn.has(id)) visit(id)
  for (const { id } of withStartFirst) if (!state.has(id)) visit(id)
  return { ids, edges: kept }
}

/** Longest path from a node without predecessors. */
function rank(ids: readonly string[], edges: readonly Link[]): Map<string, number> {
  const layerOf = new Map(ids.map((id) => [id, 0]))
  // The edges form no loop, so the ranks settle after as many rounds as the longest path has nodes.
  for (let changed = true; changed;) {
    changed = false
    for (const { from, to } of edges) {
      const next = layerOf.get(from)! + 1
      if (layerOf.get(to)! < next) {
        layerOf.set(to, next)
        changed = true
      }
    }
  }
  return layerOf
}

function slotLayers(ids: readonly string[], edges: readonly Link[], layerOf: Map<string, number>) {
  const layers = Array.from({ length: Math.max(0, ...layerOf.values()) + 1 }, () => new Map<string, Slot>())
  const add = (depth: number, id: string, width: number) => {
    const slot = layers[depth]!.get(id) ?? { id, width, x: 0, up: [], down: [] }
    layers[depth]!.set(id, slot)
    return slot
  }
  for (const id of ids) add(layerOf.get(id)!, id, CARD.width)
  for (const { from, to } of edges) {
    let above = add(layerOf.get(from)!, from, CARD.width)
    for (let depth = layerOf.get(from)! + 1; depth <= layerOf.get(to)!; depth += 1) {
      const isEnd = depth === layerOf.get(to)!
      const below = add(depth, isEnd ? to : `${from} ${to} ${depth}`, isEnd ? CARD.width : 0)
      above.down.push(below.id)
      below.up.push(above.id)
      above = below
    }
  }
  return layers
}

/** Sorts the layers down and up by turns, and keeps the order in which the fewest edges cross. */
function withFewestCrossings(layers: Layer[]): Layer[] {
  let best = layers
  const sorted = [...layers]
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    sortLayers(sorted, sweep % 2 === 0)
    if (crossings(sorted) < crossings(best)) best = [...sorted]
  }
  return best
}

function crossings(layers: readonly Layer[]): number {
  let count = 0
  for (const [depth, layer] of layers.entries()) {
    const placeOf = new Map([...(layers[depth + 1]?.keys() ?? [])].map((id, place) => [id, place]))
    const ends = [...layer.values()].map(({ down }) => down.map((id) => placeOf.get(id)!))
    for (const [index, own] of ends.entries())
      for (const right of ends.slice(index + 1).flat()) count += own.filter((end) => end > right).length
  }
  return count
}

/** Orders each layer by the mean place of its neighbours in the layer above (or below). */
function sortLayers(layers: Layer[], isDown: boolean) {
  const depths = layers.map((_, depth) => depth)
  for (const depth of isDown ? depths.slice(1) : depths.slice(0, -1).toReversed()) {
    const layer = layers[depth]!
    const other = [...layers[depth + (isDown ? -1 : 1)]!.keys()]
    const placeOf = new Map(other.map((id, place) => [id, place]))
    const old = [...layer.values()]
    const weight = (slot: Slot, place: number) =>
      mean((isDown ? slot.up : slot.down).map((id) => placeOf.get(id)!)) ?? place
    const sorted = old
      .map((slot, place) => ({ slot, weight: weight(slot, place) }))
      .toSorted((one, two) => one.weight - two.weight)
    layers[depth] = new Map(sorted.map(({ slot }) => [slot.id, slot]))
  }
}

const mean = (values: number[]): number | undefined =>
  values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined

/** Gives every slot its x, pulled towards its neighbours without overlaps and without changing the order. */
function placeLayers(layers: readonly Layer[]) {
  for (const layer of layers) {
    let x = 0
    for (const slot of layer.values()) {
      slot.x = x + slot.width / 2
      x += slot.width + GAP.x
    }
  }
  const all = new Map(layers.flatMap((layer) => [...layer]))
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    const isDown = sweep % 2 === 0
    for (const layer of isDown ? layers : layers.toReversed()) {
      const slots = [...layer.values()]
      pull(
        slots,
        slots.map((slot) => mean((isDown ? slot.up : slot.down).map((id) => all.get(id)!.x)) ?? slot.x),
      )
    }
  }
  const left = Math.min(...layers.flatMap((layer) => [...layer.values()].map(({ x }) => x)))
  for (const slot of all.values()) slot.x -= left
}

/** Least-squares fit of the wished places to the order: overlapping neighbours move as one block, centred on their wishes. */
function pull(slots: Slot[], wishes: number[]) {
  type Block = { slots: { slot: Slot; offset: number }[]; wish: number; count: number }
  const blocks: Block[] = []
  for (const [index, slot] of slots.entries()) {
    blocks.push({ slots: [{ slot, offset: 0 }], wish: wishes[index]!, count: 1 })
    for (let last = blocks.at(-1)!, before = blocks.at(-2); before; last = blocks.at(-1)!, before = blocks.at(-2)) {
      const edge = before.slots.at(-1)!
      const head = last.slots[0]!.slot
      const distance = edge.offset + (edge.slot.width + head.width) / 2 + GAP.x
      if (before.wish + distance <= last.wish) break
      const count = before.count + last.count
      before.wish = (before.wish * before.count + (last.wish - distance) * last.count) / count
      before.slots.push(...last.slots.map((each) => ({ slot: each.slot, offset: each.offset + distance })))
      before.count = count
      blocks.pop()
    }
  }
  for (const block of blocks) for (const { slot, offset } of block.slots) slot.x = block.wish + offset
}
