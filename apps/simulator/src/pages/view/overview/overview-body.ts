import type { IndexView, JournalEntry } from '../../../views.ts'
import { pageHead } from '../page-head.ts'
import { type Html, html } from '../html.ts'
import { accountsPanel } from './accounts-panel.ts'
import { clockMenu } from './clock-menu.ts'
import { customersPanel } from './customers-panel.ts'
import { journalPanel } from './journal-panel.ts'
import { knobsPanel } from './knobs-panel.ts'
import { scriptsPanel } from './scripts-panel.ts'
import { texts } from './texts.ts'
import { type OverviewTab, type OverviewUi, shows } from './ui.ts'

const TABS: readonly OverviewTab[] = ['scripts', 'customers', 'knobs']

/** A number beside a tab's name where something goes on behind it. */
const liveCount = (view: IndexView): Record<OverviewTab, number> => ({
  scripts: view.runs.filter((it) => it.state === 'running' || it.state === 'waiting').length,
  customers: view.customers.length,
  knobs: view.knobs.filter((it) => it.global !== null || it.perAccount.length > 0).length,
})

function tabs(view: IndexView, ui: OverviewUi): Html {
  const counts = liveCount(view)
  return html`<div class="tabs" role="tablist">
    ${TABS.map(
      (tab) =>
        html`<button
          type="button"
          role="tab"
          id="tab-${tab}"
          aria-selected="${String(ui.tab === tab)}"
          aria-controls="tab-body"
          tabindex="${ui.tab === tab ? 0 : -1}"
          ${shows({ tab })}
        >
          ${texts[tab]}${counts[tab] > 0 && html`<small>${counts[tab]}</small>`}
        </button>`,
    )}
  </div>`
}

function tabBody(view: IndexView, ui: OverviewUi): Html {
  switch (ui.tab) {
    case 'scripts':
      return scriptsPanel(view, ui)
    case 'customers':
      return customersPanel(view)
    case 'knobs':
      return knobsPanel(view, ui)
  }
}

/** Everything that goes on in the two platforms, on one page. */
export function overviewBody(view: IndexView, rows: readonly JournalEntry[], ui: OverviewUi): Html {
  return html`${pageHead(texts.title, texts.subtitle(view.webhookTarget, view.seed), clockMenu(view.clock))}
    <main class="overview">
      <div class="overview-main">${accountsPanel(view)}${journalPanel(view, rows, ui)}</div>
      <section class="panel" aria-label="${texts[ui.tab]}">
        ${tabs(view, ui)}
        <div class="tab-body" id="tab-body" role="tabpanel" aria-labelledby="tab-${ui.tab}" data-key="${ui.tab}">
          ${tabBody(view, ui)}
        </div>
      </section>
    </main>`
}
