import type { JournalEntry } from '../../../views.ts'
import type { JournalFilter } from './ui.ts'

/** The page remembers this many entries; the simulator itself shows only its newest. */
export const JOURNAL_KEPT = 500

/** Earlier entries stay while newer ones arrive; the newest are kept. After a reset the numbers begin again. */
export function withEntries(known: readonly JournalEntry[], newest: readonly JournalEntry[]): JournalEntry[] {
  const first = newest[0]
  const last = newest.at(-1)
  if (!first || !last || (known.at(-1)?.n ?? 0) > last.n) return [...newest]
  return [...known.filter((it) => it.n < first.n), ...newest].slice(-JOURNAL_KEPT)
}

const isMatch = (entry: JournalEntry, filter: JournalFilter): boolean =>
  (filter.direction === 'all' || entry.direction === filter.direction) &&
  (filter.source === 'all' || entry.source === filter.source) &&
  (filter.text === '' ||
    [entry.name, entry.path, entry.body, entry.answer?.body ?? '', ...entry.notes].some((it) =>
      it.toLowerCase().includes(filter.text.toLowerCase()),
    ))

/** Newest first, as they are read. */
export const shownEntries = (entries: readonly JournalEntry[], filter: JournalFilter): JournalEntry[] =>
  entries.filter((it) => isMatch(it, filter)).toReversed()

/** Indented when it is JSON; else as it came. */
export function readableBody(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
