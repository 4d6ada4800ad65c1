import type { PhoneView } from '../../../views.ts'
import { DEMO_NOTICE } from '../brand.ts'
import { timeOf } from '../format.ts'
import { flag, type Html, html } from '../html.ts'
import { iconButton } from '../parts.ts'
import { chatScreen } from './chat-screen.ts'
import { composer } from './composer.ts'
import { homeScreen } from './home-screen.ts'
import { openSheet } from './sheets.ts'
import { sideColumn } from './side-column.ts'
import { texts } from './texts.ts'
import { opens, type PhoneUi } from './ui.ts'

const statusBar = (view: PhoneView): Html =>
  html`<div class="status-bar">
    <b>${timeOf(view.now)}</b>
    <strong class="demo-notice">${DEMO_NOTICE}</strong>
    <span class="side-open">${iconButton(texts.more, 'more', opens({ isSideOpen: true }))}</span>
  </div>`

/** The customer's phone in the middle, everything else beside it. */
export function phoneBody(view: PhoneView, ui: PhoneUi): Html {
  const sheet = openSheet(view, ui.sheet)
  return html`<main class="phone" aria-label="${texts.phone}" data-source="${view.source}">
      <div class="screen">
        <div class="screen-main" ${flag('inert', sheet !== null)}>
          ${statusBar(view)}${view.isEntered ? html`${chatScreen(view)}${composer(view, ui)}` : homeScreen(view)}
        </div>
        ${sheet}
      </div>
    </main>
    <div class="side-mask" ${flag('hidden', !ui.isSideOpen)} ${opens({ isSideOpen: false })}></div>
    <aside class="side ${ui.isSideOpen && 'open'}" aria-label="${texts.actions}">${sideColumn(view)}</aside>`
}
