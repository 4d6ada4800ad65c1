import { emojiPlainText } from '@ruwu/domain/emoji'
import type { ConversationView, MerchantView } from '../../../views.ts'
import { merchantCall, newCustomerCall } from '../calls.ts'
import { momentOf } from '../format.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import type { Reader } from '../message/content.ts'
import { thread } from '../message/thread.ts'
import { avatar, callButton, empty, iconButton } from '../parts.ts'
import { texts } from './texts.ts'
import { conversationKey, findConversation, INITIAL, type MerchantUi, shows } from './ui.ts'

function conversationRow(view: MerchantView, conversation: ConversationView, isOpen: boolean): Html {
  const isStaff = conversation.accountId !== view.account.accountId
  return html`<li data-key="${conversationKey(conversation)}">
    <button
      type="button"
      class="person-row"
      aria-current="${String(isOpen)}"
      ${shows({ conversation: conversationKey(conversation) })}
    >
      ${avatar(conversation.avatarUrl, 40)}
      <span class="person-words">
        <b class="cut">${conversation.customerName}</b>
        <small class="cut">${emojiPlainText(view.account.source, conversation.lastText)}</small>
        ${isStaff && html`<small class="cut">${icon('people', 12)}${conversation.accountName}</small>`}
      </span>
      ${conversation.lastAt && html`<time datetime="${conversation.lastAt}">${momentOf(conversation.lastAt, view.now)}</time>`}
    </button>
  </li>`
}

export function conversationList(view: MerchantView, ui: MerchantUi): Html {
  const { source, accountId } = view.account
  return html`<section class="panel merchant-list" aria-label="${texts.conversations}">
    <header class="panel-head">
      <h2>${texts.conversations} <small>${view.conversations.length}</small></h2>
      <div class="end">
        ${callButton(texts.newCustomer, newCustomerCall({ source, accountId }, 'aside'), { icon: 'newPerson' })}
      </div>
    </header>
    ${
      view.conversations.length === 0
        ? empty('people', texts.noConversations)
        : html`<ul class="people">
            ${view.conversations.map((it) => conversationRow(view, it, conversationKey(it) === ui.conversation))}
          </ul>`
    }
  </section>`
}

const composer = (conversation: ConversationView): Html =>
  html`<form
    class="merchant-composer"
    data-form="text"
    data-account="${conversation.accountId}"
    data-customer="${conversation.customerId}"
    data-key="${conversationKey(conversation)}"
  >
    <textarea name="text" rows="2" aria-label="${texts.textField}" placeholder="${texts.textPlaceholder}"></textarea>
    <div class="composer-foot">
      <span class="help">${texts.composerHelp}</span>
      <button type="submit" class="button primary">${texts.send}</button>
    </div>
  </form>`

/** The open conversation as the merchant sees it on his own phone. */
export function openConversation(view: MerchantView, ui: MerchantUi): Html {
  const conversation = findConversation(view, ui)
  if (!conversation) {
    return html`<section class="panel merchant-thread">${empty('chat', texts.pickConversation)}</section>`
  }
  const { account } = view
  const { accountId, customerId } = conversation
  const reader: Reader = {
    source: account.source,
    side: 'merchant',
    recall: ({ messageId }) => {
      const call = merchantCall(account.source, accountId, { do: 'recall', customerId, messageId })
      return html`data-call="${JSON.stringify(call)}"`
    },
  }
  const people = { customerAvatar: conversation.avatarUrl, merchantAvatar: account.avatarUrl }
  return html`<section class="panel merchant-thread" aria-label="${conversation.customerName}">
    <header class="panel-head">
      <span class="thread-back">
        ${iconButton(texts.backToList, 'back', shows({ conversation: INITIAL.conversation }))}
      </span>
      ${avatar(conversation.avatarUrl, 32)}
      <h2>${conversation.customerName}</h2>
      <div class="end">
        <a class="button small" href="${conversation.phonePath}" target="_blank">
          ${icon('phone', 14)}${texts.openPhone}
        </a>
      </div>
    </header>
    ${
      conversation.messages.length === 0
        ? empty('chat', texts.nothingYet)
        : thread(conversation.messages, reader, people, view.now)
    }${composer(conversation)}
  </section>`
}
