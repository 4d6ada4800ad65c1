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
  ids: readonly CustomerId[]
  /** Rows one does not see that belong further up by now. */
  held: number
}

/**
 * Which rows are drawn, given those drawn before. After hours of scrolling there are a hundred thousand: what costs a step for each of
 * them is taken only where their order has changed.
 */
export function orderRows(shown: readonly CustomerId[], { live, kept, visible }: Order): Rows {
  if (!visible || isBeginning(shown, live)) return { ids: withKept(live, shown, kept), held: 0 }
  const { ids, held } = holdRows(shown, live, kept, visible)
  return { ids: withKept(ids, shown, kept), held }
}

/** Nothing moved, and at most a page was added. */
const isBeginning = (shown: readonly CustomerId[], live: readonly CustomerId[]) =>
  shown.length <= live.length && shown.every((id, index) => id === live[index])

function holdRows(
  shown: readonly CustomerId[],
  live: readonly CustomerId[],
  kept: ReadonlySet<CustomerId>,
  visible: readonly CustomerId[],
): Rows {
  const place = placesOf(live)
  const drawn = placesOf(shown)
  const firstSeen = visible[0] === undefined ? shown.length : (drawn.get(visible[0]) ?? shown.length)
  let lastAbove = -1
  for (let at = 0; at < firstSeen; at += 1) lastAbove = Math.max(lastAbove, place.get(shown[at] as CustomerId) ?? -1)
  // What comes after the rows above, but before any other known one, would push the visible rows down.
  let border = lastAbove + 1
  while (border < live.length && !drawn.has(live[border] as CustomerId)) border += 1
  if (border === live.length) border = lastAbove + 1
  const seen = new Set(visible)
  let held = 0
  for (let at = 0; at < border; at += 1) {
    const id = live[at] as CustomerId
    if ((drawn.get(id) ?? firstSeen) >= firstSeen && !seen.has(id)) held += 1
  }
  const followers = newRows(live, border, drawn)
  const ids = [...(followers.get(undefined) ?? [])]
  for (const id of shown) {
    if (place.has(id) || kept.has(id)) ids.push(id, ...(followers.get(id) ?? []))
  }
  return { ids, held }
}

/** Rows that are not drawn yet, by the drawn one they follow. */
function newRows(
  live: readonly CustomerId[],
  from: number,
  drawn: ReadonlyMap<CustomerId, number>,
): Map<CustomerId | undefined, CustomerId[]> {
  const followers = new Map<CustomerId | undefined, CustomerId[]>()
  let leader = live[from - 1]
  for (let at = from; at < live.length; at += 1) {
    const id = live[at] as CustomerId
    const row = followers.get(leader)
    if (drawn.has(id)) leader = id
    else if (row) row.push(id)
    else followers.set(leader, [id])
  }
  return followers
}

const known = new WeakMap<readonly CustomerId[], ReadonlyMap<CustomerId, number>>()

/** Where each row stands; the same rows are asked about again and again. */
function placesOf(ids: readonly CustomerId[]): ReadonlyMap<CustomerId, number> {
  const before = known.get(ids)
  if (before) return before
  const places = new Map<CustomerId, number>()
  for (let at = 0; at < ids.length; at += 1) places.set(ids[at] as CustomerId, at)
  known.set(ids, places)
  return places
}

/** Rows that stay for a while keep the neighbour they had. */
function withKept(
  live: readonly CustomerId[],
  shown: readonly CustomerId[],
  kept: ReadonlySet<CustomerId>,
): readonly CustomerId[] {
  if (kept.size === 0) return live
  const ids = [...live]
  const drawn = new Set(ids)
  for (const [index, id] of shown.entries()) {
    if (!kept.has(id) || drawn.has(id)) continue
    const before = shown.slice(0, index).findLast((it) => drawn.has(it))
    ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
    drawn.add(id)
  }
  return ids
}
