import type { LoggedEvent } from '@ruwu/contract'

export type EventPage = { items: LoggedEvent[]; last: number; hasMore: boolean; reset: boolean }

type FeedOptions = {
  /** The last sequence number already contained in the fetched data; null when unknown. */
  baseline: number | null
  /** Events after a sequence number; with null only the newest number. */
  fetchPage(after: number | null): Promise<EventPage>
  /** Must not throw: an event is applied once, and those after it wait for it. */
  apply(type: string, payload: Record<string, unknown>): void
  /** Too many events were missed: everything is refetched. */
  reset(): void
}

/**
 * Applies every event exactly once in sequence order. Pushed events may arrive twice, late, with gaps or not at all;
 * missing ones are fetched, and pushes meanwhile are queued.
 */
export function createEventFeed({ baseline, fetchPage, apply, reset }: FeedOptions) {
  let last = baseline
  let waiting: LoggedEvent[] = []
  let running: Promise<void> | undefined

  function receive(seq: number | undefined, type: string, payload: Record<string, unknown>) {
    if (seq === undefined) return apply(type, payload)
    if (last !== null && seq <= last) return undefined
    waiting.push({ seq, type, payload })
    if (running) return undefined
    applyWaiting()
    return waiting.length > 0 ? void catchUp() : undefined
  }

  /** Applies queued events that continue the sequence and drops known ones; the rest lies behind a gap. */
  function applyWaiting() {
    if (last === null) return
    for (const event of waiting.toSorted((a, b) => a.seq - b.seq)) {
      if (event.seq > last + 1) break
      step(event)
    }
    waiting = waiting.filter((it) => it.seq > (last ?? 0))
  }

  function step(event: LoggedEvent) {
    if (last !== null && event.seq <= last) return
    last = event.seq
    apply(event.type, event.payload)
  }

  function catchUp(): Promise<void> {
    running ??= fetchMissing().finally(() => {
      running = undefined
    })
    return running
  }

  /** Fetches until nothing is missing. A failed call changes nothing; the next event or keepalive tries again. */
  async function fetchMissing() {
    for (;;) {
      const after = last
      const page = await fetchPage(after).catch(() => undefined)
      if (!page) return
      if (after === null || page.reset) {
        last = page.last
        reset()
      } else {
        for (const event of page.items) step(event)
        // Sequence numbers without an event were not visible to this agent.
        last = Math.max(last ?? 0, page.last)
      }
      const hasAdvanced = last !== after
      if (page.hasMore && hasAdvanced) continue
      applyWaiting()
      if (waiting.length === 0 || !hasAdvanced) return
    }
  }

  /** The server's newest sequence number; a higher one than ours means that events were missed. */
  function serverSeq(seq: number): Promise<void> {
    return last === null || seq > last ? catchUp() : (running ?? Promise.resolve())
  }

  return { receive, serverSeq, last: () => last }
}
