import type { PhoneView } from '../../../views.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import type { Reader } from '../message/content.ts'
import { thread } from '../message/thread.ts'
import { avatar, empty, iconButton } from '../parts.ts'
import { sourceMark, SOURCE_NAMES } from '../source.ts'
import { acts } from './home-screen.ts'
import { texts } from './texts.ts'
import { opens } from './ui.ts'

function chatHead(view: PhoneView): Html {
  const { account } = view
  return html`<header class="chat-head">
    ${iconButton(texts.back, 'back', acts(view, { do: 'leave' }), 24)}${avatar(account.avatarUrl, 36, 'account')}
    <div class="chat-who">
      <h1>${account.name}</h1>
      <p>
        ${sourceMark(view.source, 13)}${SOURCE_NAMES[view.source]} ·
        ${account.mainAccountName ? texts.staffOf(account.mainAccountName) : texts.business}
      </p>
    </div>
  </header>`
}

const customerReader = (view: PhoneView): Reader => ({
  source: view.source,
  side: 'customer',
  recall: ({ messageId }) => acts(view, { do: 'recall', messageId }),
  ask: ({ messageId }, index) => acts(view, { do: 'tap_question', messageId, index }),
  open: ({ messageId, content }) =>
    opens({
      sheet: { kind: content.type === 'card' && content.cardType === 'contact' ? 'contact' : 'lead_form', messageId },
    }),
})

/** The conversation as the customer sees it, recalled lines and cards included. */
export function chatScreen(view: PhoneView): Html {
  const people = { customerAvatar: view.customer.avatarUrl, merchantAvatar: view.account.avatarUrl }
  return html`${chatHead(view)}
  ${!view.account.isAuthorised && html`<p class="strip">${icon('info', 14)}${texts.notAuthorised}</p>`}
  ${
    view.messages.length === 0
      ? empty('chat', texts.nothingYet)
      : thread(view.messages, customerReader(view), people, view.now)
  }`
}
