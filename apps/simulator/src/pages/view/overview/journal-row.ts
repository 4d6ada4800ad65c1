import type { IndexView, JournalEntry } from '../../../views.ts'
import { secondOf } from '../format.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { sourceMark } from '../source.ts'
import { readableBody } from './journal.ts'
import { texts } from './texts.ts'

const answerLabel = (entry: JournalEntry): Html => {
  if (!entry.answer) return html`<span class="answer error">${texts.noAnswer}</span>`
  return html`<span class="answer ${entry.answer.status >= 400 && 'error'}">${entry.answer.status}</span>`
}

const block = (title: string, text: string): Html =>
  html`<section class="entry-block">
    <h4>
      ${title}<button type="button" class="text-button" data-copy="${text}" data-copied="${texts.copied}">
        ${icon('copy', 12)}${texts.copy}
      </button>
    </h4>
    <pre tabindex="0">${text === '' ? texts.emptyBody : text}</pre>
  </section>`

/** What an opened row shows: the exact headers and bodies of both sides. */
export const entryDetail = (entry: JournalEntry): Html =>
  html`${block(
    texts.headers,
    Object.entries(entry.headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  )}${block(texts.body, readableBody(entry.body))}${entry.answer && block(texts.answer, readableBody(entry.answer.body))}`

/** One call or delivery; its detail is drawn when the row is opened. */
export const entryRow = (entry: JournalEntry, names: ReadonlyMap<string, string>): Html =>
  html`<li data-key="${entry.n}">
    <details data-entry="${entry.n}">
      <summary>
        <span class="entry-n">${entry.n}</span>
        <time datetime="${entry.at}">${secondOf(entry.at)}</time>
        <span class="entry-direction ${entry.direction}">
          ${icon(entry.direction === 'in' ? 'incoming' : 'outgoing', 14)}${texts.directions[entry.direction]}
        </span>
        ${sourceMark(entry.source, 14)}
        <b class="cut" title="${entry.name}">${entry.name}</b>
        <span class="cut entry-account">${entry.accountId ? (names.get(entry.accountId) ?? entry.accountId) : ''}</span>
        <code class="cut" title="${entry.method} ${entry.path}">${entry.method} ${entry.path}</code>
        <span class="entry-notes">
          ${entry.attempt > 1 && html`<span class="chip warn">${texts.attempt(entry.attempt)}</span>`}${entry.notes.map(
            (note) => html`<span class="chip warn" title="${note}">${note}</span>`,
          )}
        </span>
        ${answerLabel(entry)}
      </summary>
      <div class="entry-detail"></div>
    </details>
  </li>`

/** Names of accounts and staff accounts by their ids. */
export const accountNames = (view: IndexView): Map<string, string> =>
  new Map(
    view.accounts.flatMap((account) => [
      [account.accountId, account.name] as const,
      ...account.staff.map((staff) => [staff.staffId, staff.name] as const),
    ]),
  )
