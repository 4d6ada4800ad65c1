import type { IndexView, JournalEntry, KnobInput, Source } from '../../views.ts'
import { knobsCall } from '../view/calls.ts'
import { shownEntries, withEntries } from '../view/overview/journal.ts'
import { accountNames } from '../view/overview/journal-row.ts'
import { knobValue } from '../view/overview/knob-value.ts'
import { overviewBody } from '../view/overview/overview-body.ts'
import { INITIAL, type JournalFilter, type OverviewUi } from '../view/overview/ui.ts'
import { ClockFace } from './clock-face.ts'
import { ask } from './control.ts'
import { JournalList } from './journal-list.ts'
import { watch } from './live.ts'
import { mount } from './mount.ts'

let entries: JournalEntry[] = []
const journal = new JournalList(document)

const page = mount<IndexView, OverviewUi>({
  ui: INITIAL,
  render: (view, ui) => overviewBody(view, [], ui),
  after: ({ view, ui }) => journal.show(shownEntries(ui.paused ?? entries, ui.filter), accountNames(view)),
})
entries = [...page.view.journal]
const clock = new ClockFace(page.root, page.view.clock)

watch<IndexView>({ view: 'index' }, (view) => {
  clock.set(view.clock)
  entries = withEntries(entries, view.journal)
  page.show(view)
})

/* ---------------------------------------------------------------- journal */

page.root.addEventListener(
  'toggle',
  (event) => {
    const row = event.target
    if (row instanceof HTMLDetailsElement && row.open && row.dataset.entry) journal.open(row)
  },
  { capture: true },
)

page.root.addEventListener('click', (event) => {
  if (!(event.target instanceof Element) || !event.target.closest('[data-pause]')) return
  page.set({ paused: page.ui.paused ? null : entries })
})

const setFilter = (change: Partial<JournalFilter>) => page.set({ filter: { ...page.ui.filter, ...change } })

page.root.addEventListener('input', (event) => {
  if (event.target instanceof HTMLInputElement && event.target.type === 'search')
    setFilter({ text: event.target.value })
})
page.root.addEventListener('submit', (event) => event.preventDefault())

/* ---------------------------------------------------------------- choices and knobs */

function knobChanged(field: HTMLInputElement | HTMLSelectElement): void {
  const { knob = '', kind } = field.dataset
  const [source, ...accountId] = page.ui.knobAccount.split('/')
  const account = page.ui.knobAccount && { source: source as Source, accountId: accountId.join('/') }
  const value = knobValue(kind as KnobInput['kind'], field.value)
  const { to, body } = knobsCall({ ...(account && { account }), set: { [knob]: value } })
  void ask(to, body)
}

page.root.addEventListener('change', (event) => {
  const field = event.target
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return
  if (field.dataset.knob) knobChanged(field)
  if (field.dataset.choose) page.set({ [field.dataset.choose]: field.value })
  if (field.name === 'source') setFilter({ source: field.value as JournalFilter['source'] })
})

/* ---------------------------------------------------------------- tabs and menus */

page.root.addEventListener('keydown', (event) => {
  if (!(event.target instanceof HTMLElement) || event.target.role !== 'tab') return
  const step = { ArrowRight: 'nextElementSibling', ArrowLeft: 'previousElementSibling' }[event.key] as
    | 'nextElementSibling'
    | 'previousElementSibling'
    | undefined
  const next = step && event.target[step]
  if (next instanceof HTMLElement) {
    next.click()
    next.focus()
  }
})

addEventListener('click', (event) => {
  for (const menu of page.root.querySelectorAll<HTMLDetailsElement>('[data-menu][open]')) {
    if (event.target instanceof Node && !menu.contains(event.target)) menu.open = false
  }
})
