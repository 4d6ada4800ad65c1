import type { MerchantView } from '../../../views.ts'
import { flag, type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { pageHead } from '../page-head.ts'
import { avatar, iconButton } from '../parts.ts'
import { SOURCE_NAMES } from '../source.ts'
import { conversationList, openConversation } from './conversations.ts'
import { merchantSettings } from './settings.ts'
import { texts } from './texts.ts'
import { type MerchantUi, shows } from './ui.ts'

const settingsButton = html`<button type="button" class="button settings-open" ${shows({ isSettingsOpen: true })}>
  ${icon('knobs')}${texts.settings}
</button>`

/** The merchant's own app and back office on one page. */
export function merchantBody(view: MerchantView, ui: MerchantUi): Html {
  const { account } = view
  return html`${pageHead(account.name, texts.subtitle(SOURCE_NAMES[account.source], account.city), settingsButton)}
    <main class="merchant ${ui.conversation !== '' && 'reading'}">
      ${conversationList(view, ui)}${openConversation(view, ui)}
      <div class="side-mask" ${flag('hidden', !ui.isSettingsOpen)} ${shows({ isSettingsOpen: false })}></div>
      <aside class="panel merchant-settings ${ui.isSettingsOpen && 'open'}" aria-label="${texts.settings}">
        <header class="side-who">
          ${avatar(account.avatarUrl, 44, 'account')}
          <div>
            <b>${account.name}</b>
            <p class="help cut" title="${account.accountId}">${account.accountId}</p>
          </div>
          <span class="side-close">${iconButton(texts.close, 'close', shows({ isSettingsOpen: false }))}</span>
        </header>
        ${merchantSettings(view)}
      </aside>
    </main>`
}
