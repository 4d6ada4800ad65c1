import type { ControlCall } from '../view/calls.ts'
import type { Html } from '../view/html.ts'
import { confirmed } from './confirm.ts'
import { perform } from './control.ts'
import { morph } from './morph.ts'
import { say } from './toast.ts'

/** What a page knows and shows: the simulator's view, and what the person opened on it. */
type Page<View, Ui> = {
  view: View
  ui: Ui
  root: HTMLElement
  /** Takes a new view of the simulator. */
  show(view: View): void
  /** Changes what is open. */
  set(change: Partial<Ui>): void
}

type Options<View, Ui> = {
  ui: Ui
  render(view: View, ui: Ui): Html
  /** Runs after every painting. */
  after?(page: Page<View, Ui>): void
}

/** The view the server rendered the page from. */
function firstView<View>(): View {
  const json = document.querySelector<HTMLMetaElement>('meta[name="view"]')?.content
  if (!json) throw new Error('the page came without its view')
  return JSON.parse(json) as View
}

/** Brings a rendered page to life: paints at most once per frame, and answers what every page's buttons ask. */
export function mount<View, Ui extends object>({ ui, render, after }: Options<View, Ui>): Page<View, Ui> {
  const root = document.querySelector<HTMLElement>('#page')
  if (!root) throw new Error('the page has no place to paint on')
  let isDue = false
  const paint = () => {
    isDue = false
    morph(root, render(page.view, page.ui).text)
    after?.(page)
  }
  const paintSoon = () => {
    if (!isDue) requestAnimationFrame(paint)
    isDue = true
  }
  const page: Page<View, Ui> = {
    root,
    ui,
    view: firstView<View>(),
    show: (view) => {
      page.view = view
      paintSoon()
    },
    set: (change) => {
      page.ui = { ...page.ui, ...change }
      paintSoon()
    },
  }
  root.addEventListener('click', (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-call],[data-ui],[data-copy]') : null
    if (button) void pressed(button, page)
  })
  root.inert = false
  return page
}

async function pressed<View, Ui>(button: HTMLElement, page: Page<View, Ui>): Promise<void> {
  const { call, ui, copy, copied } = button.dataset
  if (ui) page.set(JSON.parse(ui) as Partial<Ui>)
  if (copy !== undefined) {
    // The clipboard may be closed to the page; what was asked of the simulator happens all the same.
    await navigator.clipboard?.writeText(copy).catch(() => undefined)
    if (copied) say(copied)
  }
  if (call) await perform(JSON.parse(call) as ControlCall, confirmed)
}
