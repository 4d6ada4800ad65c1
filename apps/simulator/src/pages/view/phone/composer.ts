import type { PhoneView } from '../../../views.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { iconButton } from '../parts.ts'
import { acts } from './home-screen.ts'
import { openPanel } from './panels.ts'
import { texts } from './texts.ts'
import { opens, type PhonePanel, type PhoneUi } from './ui.ts'

const toggles = (ui: PhoneUi, panel: PhonePanel): Html => {
  const isOpen = panel === 'emoji' ? ui.panel === 'emoji' : ui.panel !== 'none' && ui.panel !== 'emoji'
  return html`${opens({ panel: isOpen ? 'none' : panel })} aria-expanded="${String(isOpen)}"`
}

const blockedBar = (view: PhoneView): Html =>
  html`<div class="blocked">
    <p>${texts.blocked}</p>
    <button type="button" class="button small" ${acts(view, { do: 'block', isBlocked: false })}>
      ${texts.unblock}
    </button>
  </div>`

export function composer(view: PhoneView, ui: PhoneUi): Html {
  if (view.isBlocked) return blockedBar(view)
  return html`<footer class="composer">
    <form class="composer-line" data-form="text">
      <textarea name="text" rows="1" aria-label="${texts.textField}" placeholder="${texts.textPlaceholder}"></textarea>
      ${iconButton(texts.emoji, 'smile', toggles(ui, 'emoji'), 24)}${iconButton(
        texts.moreTypes,
        'plus',
        toggles(ui, 'more'),
        24,
      )}
      <button type="submit" class="send" aria-label="${texts.send}" title="${texts.send}">${icon('send', 18)}</button>
    </form>
    <div class="under" data-panel="${ui.panel}">${openPanel(view, ui.panel)}</div>
  </footer>`
}
