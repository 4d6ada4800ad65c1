import type { CustomerId } from '@ruwu/contract'

export type Order = {
  /** As the list has them now. */
  live: readonly CustomerId[]
  /** No longer in it, but still shown for a while. */
  kept: ReadonlySet<CustomerId>
  /** While the order is held: the rows one sees. Nothing above or among them moves. */
  visible: readonly CustomerId[] | undefined
}

export type Rows = {
  ids: CustomerId[]
  /** Rows one does not see that belong further up by now. */
  held: number
}

/** Which rows are drawn, given those drawn before. */
export function orderRows(shown: readonly CustomerId[], { live, kept, visible }: Order): Rows {
  const { ids, held } = visible ? holdRows(shown, live, kept, visible) : { ids: [...live], held: 0 }
  return { ids: withKept(ids, shown, kept), held }
}

function holdRows(
  shown: readonly CustomerId[],
  live: readonly CustomerId[],
  kept: ReadonlySet<CustomerId>,
  visible: readonly CustomerId[],
): Rows {
  const place = new Map(live.map((id, index) => [id, index]))
  const drawn = new Set(shown)
  const above = new Set(visible[0] === undefined ? shown : shown.slice(0, shown.indexOf(visible[0])))
  const lastAbove = Math.max(-1, ...[...above].map((id) => place.get(id) ?? -1))
  // What comes after the rows above, but before any other known one, would push the visible rows down.
  const next = live.findIndex((id, index) => index > lastAbove && drawn.has(id))
  const border = next === -1 ? lastAbove + 1 : next
  const seen = new Set(visible)
  const held = live.slice(0, border).filter((id) => !above.has(id) && !seen.has(id)).length

  const ids = shown.filter((id) => place.has(id) || kept.has(id))
  for (const [index, id] of live.entries()) {
    if (index < border || drawn.has(id)) continue
    const before = live[index - 1]
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
  }
  return { ids, held }
}

/** Rows that stay for a while keep the neighbour they had. */
function withKept(ids: CustomerId[], shown: readonly CustomerId[], kept: ReadonlySet<CustomerId>): CustomerId[] {
  const drawn = new Set(ids)
  for (const [index, id] of shown.entries()) {
    if (!kept.has(id) || drawn.has(id)) continue
    const before = shown.slice(0, index).findLast((it) => drawn.has(it))
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
    drawn.add(id)
  }
  return ids
}
