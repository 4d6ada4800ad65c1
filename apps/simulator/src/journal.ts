import { appendFileSync } from 'node:fs'
import type { JournalEntry } from './views.ts'

const KEPT_ENTRIES = 5_000

/** Everything that came in and went out, newest last; older entries leave memory but stay in the file. */
export class Journal {
  private kept: JournalEntry[] = []
  private count = 0
  private readonly file: string | undefined
  private readonly onAppend: () => void

  constructor({ file, onAppend }: { file?: string | undefined; onAppend: () => void }) {
    this.file = file
    this.onAppend = onAppend
  }

  get last(): number {
    return this.count
  }

  append(entry: Omit<JournalEntry, 'n'>): void {
    const numbered = { n: ++this.count, ...entry }
    this.kept.push(numbered)
    // Cut in halves rather than one by one: shifting a long array for every delivery would cost more than the delivery.
    if (this.kept.length > KEPT_ENTRIES * 2) this.kept = this.kept.slice(-KEPT_ENTRIES)
    if (this.file) appendFileSync(this.file, `${JSON.stringify(numbered)}\n`)
    this.onAppend()
  }

  after(n: number, limit = KEPT_ENTRIES): JournalEntry[] {
    const first = this.kept[0]?.n ?? 1
    const start = Math.max(0, n - first + 1)
    return this.kept.slice(start, start + limit)
  }

  tail(limit: number): JournalEntry[] {
    return this.kept.slice(-limit)
  }

  reset(): void {
    this.kept = []
    this.count = 0
    this.onAppend()
  }
}
