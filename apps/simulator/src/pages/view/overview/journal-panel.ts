import type { IndexView, JournalEntry } from '../../../views.ts'
import { flag, type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { empty, panel } from '../parts.ts'
import { SOURCE_NAMES } from '../source.ts'
import { accountNames, entryRow } from './journal-row.ts'
import { texts } from './texts.ts'
import { type OverviewUi, shows } from './ui.ts'

const directions = ['all', 'in', 'out'] as const

function filterBar(ui: OverviewUi): Html {
  const { filter } = ui
  return html`<form class="journal-filter" data-form="filter" role="search">
    <div class="segment" role="group" aria-label="${texts.direction}">
      ${directions.map(
        (direction) =>
          html`<button
            type="button"
            aria-pressed="${String(filter.direction === direction)}"
            ${shows({ filter: { ...filter, direction } })}
          >
            ${texts.directions[direction]}
          </button>`,
      )}
    </div>
    <select name="source" aria-label="${texts.source}" data-sync>
      <option value="all" ${flag('selected', filter.source === 'all')}>${texts.anySource}</option>
      ${(['redbook', 'douyin'] as const).map(
        (source) =>
          html`<option value="${source}" ${flag('selected', filter.source === source)}>
            ${SOURCE_NAMES[source]}
          </option>`,
      )}
    </select>
    <label class="search">
      ${icon('search', 15)}<input
        type="search"
        name="text"
        aria-label="${texts.filterText}"
        placeholder="${texts.filterPlaceholder}"
        autocomplete="off"
    /></label>
    <button type="button" class="button small" data-pause aria-pressed="${String(ui.paused !== null)}">
      ${icon(ui.paused ? 'play' : 'pause', 14)}${ui.paused ? texts.resume : texts.pause}
    </button>
  </form>`
}

const COUNTS = ['delivered', 'refused', 'retried', 'givenUp', 'waiting'] as const

const counts = (view: IndexView): Html =>
  html`<p class="counts">
    ${COUNTS.map(
      (name) =>
        html`<span class="${view.counts[name] === 0 && 'zero'}">
          ${texts.counts[name]} <b>${view.counts[name]}</b>
        </span>`,
    )}
  </p>`

const isLinked = (view: IndexView): boolean => view.accounts.some((it) => it.authorisation)

function emptySentence(view: IndexView): string {
  if (view.journalLast > 0) return texts.noMatch
  return isLinked(view) ? texts.noEntries : texts.noneAuthorised
}

/** `rows` are drawn here once; from then on the page's script keeps the list, since hundreds pass by in a second. */
export function journalPanel(view: IndexView, rows: readonly JournalEntry[], ui: OverviewUi): Html {
  const newer = ui.paused ? view.journalLast - (ui.paused.at(-1)?.n ?? 0) : 0
  const names = accountNames(view)
  return panel(
    texts.journal,
    html`${filterBar(ui)}${newer > 0 && html`<p class="strip">${icon('pause', 13)}${texts.newWhilePaused(newer)}</p>`}
      <ol class="journal" tabindex="0" aria-label="${texts.journal}" data-key="journal" data-keep>
        ${rows.map((it) => entryRow(it, names))}
      </ol>
      ${empty('journal', emptySentence(view))}`,
    counts(view),
  )
}
