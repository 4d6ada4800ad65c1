import type { MessageView } from '../../../views.ts'
import { momentOf } from '../format.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { avatar } from '../parts.ts'
import { messageContent, type Reader } from './content.ts'
import { texts } from './texts.ts'

/** After a pause this long the time is said again. */
const TIME_GAP_MS = 5 * 60_000

type ThreadPeople = { customerAvatar: string; merchantAvatar: string }

function recalledLine(message: MessageView, reader: Reader): Html {
  const text = message.recalledBy === reader.side ? texts.youRecalled : texts.otherRecalled
  return html`<p class="system-line">${text}</p>`
}

/** The merchant sees which hand wrote: our workbench, the app, or a staff account. */
function byline(message: MessageView, reader: Reader): Html | null {
  if (reader.side === 'customer' || message.from === 'customer') return null
  const origin = message.origin === 'api' ? texts.fromWorkbench : texts.fromApp
  return html`<p class="byline">${message.staffName && `${message.staffName} · `}${origin}</p>`
}

function foot(message: MessageView, reader: Reader): Html | null {
  const isOwn = message.from === reader.side
  const recall = isOwn && message.canRecall && reader.recall
  const read = isOwn && message.isRead && html`<span>${texts.read}</span>`
  if (!recall && !read) return null
  return html`<p class="message-foot">
    ${
      recall &&
      html`<button type="button" class="text-button" ${recall(message)}>${icon('recall', 12)}${texts.recall}</button>`
    }${read}
  </p>`
}

function messageRow(message: MessageView, reader: Reader, people: ThreadPeople): Html {
  if (message.isRecalled) return recalledLine(message, reader)
  const face =
    message.from === 'customer' ? avatar(people.customerAvatar, 32) : avatar(people.merchantAvatar, 32, 'account')
  return html`<article class="message ${message.from === reader.side ? 'own' : 'other'}">
    ${face}
    <div class="message-body">${byline(message, reader)}${messageContent(message, reader)}</div>
    ${foot(message, reader)}
  </article>`
}

/** The conversation from one side, with the time said after every pause. */
export function thread(messages: readonly MessageView[], reader: Reader, people: ThreadPeople, now: string): Html {
  const rows = messages.map((message, index) => {
    const before = messages[index - 1]
    const isAfterPause = !before || Date.parse(message.at) - Date.parse(before.at) > TIME_GAP_MS
    const time =
      isAfterPause &&
      html`<p class="system-line"><time datetime="${message.at}">${momentOf(message.at, now)}</time></p>`
    return html`<div class="thread-row" data-key="${message.messageId}">
      ${time}${messageRow(message, reader, people)}
    </div>`
  })
  return html`<div class="thread" role="log" aria-label="${texts.thread}" tabindex="0">${rows}</div>`
}
