import type { JournalEntry } from '../../views.ts'
import { html } from '../view/html.ts'
import { entryDetail, entryRow } from '../view/overview/journal-row.ts'

type Row = { element: Element; entry: JournalEntry }

const isSame = (one: JournalEntry, other: JournalEntry): boolean =>
  one.answer?.status === other.answer?.status && one.notes.length === other.notes.length

/** The rows of the journal. Only rows that are new or were answered since are made; opened ones stay open. */
export class JournalList {
  private readonly root: ParentNode
  private rows = new Map<number, Row>()

  constructor(root: ParentNode) {
    this.root = root
  }

  show(entries: readonly JournalEntry[], names: ReadonlyMap<string, string>): void {
    const list = this.root.querySelector('.journal')
    if (!list) return
    const made = rowsOf(
      entries.filter((entry) => !this.isKnown(entry)),
      names,
    )
    const rows = new Map<number, Row>()
    for (const { n } of entries) {
      const row = made.get(n) ?? this.rows.get(n)
      if (row) rows.set(n, row)
    }
    this.rows = rows
    place(list, [...rows.values()])
  }

  /** An opened row shows the exact headers and bodies. */
  open(details: HTMLDetailsElement): void {
    const entry = this.rows.get(Number(details.dataset.entry))?.entry
    const detail = details.querySelector('.entry-detail')
    if (entry && detail) detail.innerHTML = entryDetail(entry).text
  }

  private isKnown(entry: JournalEntry): boolean {
    const known = this.rows.get(entry.n)?.entry
    return known !== undefined && isSame(known, entry)
  }
}

function rowsOf(entries: readonly JournalEntry[], names: ReadonlyMap<string, string>): Map<number, Row> {
  const template = document.createElement('template')
  template.innerHTML = html`${entries.map((it) => entryRow(it, names))}`.text
  const elements = Array.from(template.content.children)
  return new Map(entries.map((entry, index) => [entry.n, { entry, element: elements[index] as Element }]))
}

/** Puts the rows into the list in their order, leaving alone those that already lie right. */
function place(list: Element, rows: readonly Row[]): void {
  let at = list.firstElementChild
  for (const { element } of rows) {
    if (element === at) at = at.nextElementSibling
    else list.insertBefore(element, at)
  }
  while (at) {
    const gone = at
    at = at.nextElementSibling
    gone.remove()
  }
}
