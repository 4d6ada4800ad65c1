import type { CustomerId } from '@ruwu/contract'
import { LongList } from '@ruwu/domain'

type Order = {
  /** The list's current order. */
  live: LongList<CustomerId>
  /** Removed from the list, but shown a little longer. */
  kept: ReadonlySet<CustomerId>
  /** While the order is held: the rows in the viewport. Nothing above or among them moves. */
  visible: readonly CustomerId[] | undefined
}

type Rows = {
  ids: LongList<CustomerId>
  /** Rows outside the viewport that belong further up by now. */
  held: number
}

/**
 * Which rows to render, given those rendered before. The list may hold 100,000 rows, so O(n) work is done only when the
 * order changed.
 */
export function orderRows(shown: LongList<CustomerId>, { live, kept, visible }: Order): Rows {
  // Nothing moved; at most a page was appended.
  if (!visible || shown.isBeginningOf(live)) return { ids: withKept(live, shown, kept), held: 0 }
  return holdRows(shown, live, kept, visible)
}

/** Length of the common suffix. */
function sameEnd(shown: LongList<CustomerId>, live: LongList<CustomerId>): number {
  const most = Math.min(shown.length, live.length)
  let count = 0
  while (count < most && shown.at(shown.length - 1 - count) === live.at(live.length - 1 - count)) count += 1
  return count
}

const NOT_DRAWN = -1

function holdRows(
  shown: LongList<CustomerId>,
  live: LongList<CustomerId>,
  kept: ReadonlySet<CustomerId>,
  visible: readonly CustomerId[],
): Rows {
  const drawn = placesOf(shown)
  const firstSeen = visible[0] === undefined ? shown.length : (drawn.get(visible[0]) ?? shown.length)
  // Behind the last row that moved, was added or removed the order is unchanged.
  const same = sameEnd(shown, live)
  const [shownEnd, liveEnd] = [shown.length - same, live.length - same]
  const drawnAt = new Int32Array(liveEnd)
  const isLive = new Uint8Array(shownEnd)
  let lastAbove = -1
  for (let place = 0; place < liveEnd; place += 1) {
    const at = drawn.get(live.at(place) as CustomerId) ?? NOT_DRAWN
    drawnAt[place] = at
    if (at === NOT_DRAWN) continue
    isLive[at] = 1
    if (at < firstSeen) lastAbove = place
  }
  if (firstSeen > shownEnd) lastAbove = liveEnd + (firstSeen - shownEnd) - 1
  // New rows between the rows above and the next known row would push the visible rows down.
  let border = lastAbove + 1
  while (border < liveEnd && drawnAt[border] === NOT_DRAWN) border += 1
  if (border === live.length) border = lastAbove + 1
  const seen = new Set(visible)
  let held = 0
  for (let place = 0; place < Math.min(border, liveEnd); place += 1) {
    const at = drawnAt[place] as number
    if ((at === NOT_DRAWN || at >= firstSeen) && !seen.has(live.at(place) as CustomerId)) held += 1
  }
  const followers = newRows(live, border, drawnAt)
  if (followers.size === 0 && !isLive.includes(0)) return { ids: shown, held }
  const ids = [...(followers.get(undefined) ?? [])]
  for (let at = 0; at < shownEnd; at += 1) {
    const id = shown.at(at) as CustomerId
    if (isLive[at] === 1 || kept.has(id)) ids.push(id, ...(followers.get(id) ?? []))
  }
  return { ids: shown.replaced(0, shownEnd, ids), held }
}

/** Rows not rendered yet, by the rendered row they follow. */
function newRows(
  live: LongList<CustomerId>,
  from: number,
  drawnAt: Int32Array,
): Map<CustomerId | undefined, CustomerId[]> {
  const followers = new Map<CustomerId | undefined, CustomerId[]>()
  let leader = live.at(from - 1)
  for (let place = from; place < drawnAt.length; place += 1) {
    const id = live.at(place) as CustomerId
    if (drawnAt[place] !== NOT_DRAWN) leader = id
    else {
      const row = followers.get(leader)
      if (row) row.push(id)
      else followers.set(leader, [id])
    }
  }
  return followers
}

const known = new WeakMap<LongList<CustomerId>, ReadonlyMap<CustomerId, number>>()

/** Index of each row, memoised per list object. */
function placesOf(ids: LongList<CustomerId>): ReadonlyMap<CustomerId, number> {
  const before = known.get(ids)
  if (before) return before
  const places = new Map<CustomerId, number>()
  for (let at = 0; at < ids.length; at += 1) places.set(ids.at(at) as CustomerId, at)
  known.set(ids, places)
  return places
}

/** Rows kept a little longer stay behind their former neighbour. */
function withKept(
  live: LongList<CustomerId>,
  shown: LongList<CustomerId>,
  kept: ReadonlySet<CustomerId>,
): LongList<CustomerId> {
  if (kept.size === 0) return live
  const ids = live.slice()
  const drawn = new Set(ids)
  let before: CustomerId | undefined
  for (const id of shown) {
    if (kept.has(id) && !drawn.has(id)) {
      ids.splice(before === undefined ? 0 : ids.indexOf(before) + 1, 0, id)
      drawn.add(id)
    }
    if (drawn.has(id)) before = id
  }
  return LongList.from(ids)
}
