import type { CommentView, ContentView, MessageView, PhoneView, PostView } from '../../../views.ts'
import { momentOf } from '../format.ts'
import { type Html, html, type HtmlValue, safeUrl } from '../html.ts'
import { icon } from '../icons.ts'
import { avatar, empty, iconButton } from '../parts.ts'
import { acts } from './home-screen.ts'
import { texts } from './texts.ts'
import { CLOSED, opens, type PhoneSheet } from './ui.ts'

const sheet = (title: string, body: HtmlValue): Html =>
  html`<div class="sheet-mask" ${opens({ sheet: CLOSED.sheet })}></div>
    <div class="sheet" role="dialog" aria-label="${title}" data-sheet>
      <header class="sheet-head">
        <h2>${title}</h2>
        ${iconButton(texts.close, 'close', opens({ sheet: CLOSED.sheet }))}
      </header>
      ${body}
    </div>`

const commentRow = (view: PhoneView, comment: CommentView): Html =>
  html`<li class="comment" data-key="${comment.commentId}">
    ${
      comment.author === 'customer'
        ? avatar(view.customer.avatarUrl, 28)
        : avatar(view.account.avatarUrl, 28, 'account')
    }
    <div>
      <small>
        ${comment.author === 'customer' ? view.customer.name : texts.merchantReply} · ${momentOf(comment.at, view.now)}
      </small>
      <p>${comment.text}</p>
    </div>
  </li>`

const commentForm = (postId: string): Html =>
  html`<form class="comment-form" data-form="comment" data-post="${postId}">
    <input
      name="text"
      required
      maxlength="200"
      aria-label="${texts.commentText}"
      placeholder="${texts.commentPlaceholder}"
      autocomplete="off"
    />
    <button type="submit" class="button small">${texts.publish}</button>
  </form>`

function postSheet(view: PhoneView, post: PostView): Html {
  const comments = view.comments.filter((it) => it.postId === post.postId)
  return sheet(
    post.title,
    html`<div class="sheet-scroll">
        <div class="post-large">
          <img src="${safeUrl(post.coverUrl)}" alt="" />${post.kind === 'video' && icon('play', 36)}
        </div>
        <button
          type="button"
          class="button tinted wide"
          ${acts(view, { do: 'enter', via: 'post', postId: post.postId })}
          ${opens({ sheet: CLOSED.sheet })}
        >
          ${icon('chat')}${texts.enterFromPost}
        </button>
        <h3>${texts.comments} ${comments.length}</h3>
        ${
          comments.length === 0
            ? empty('comment', texts.noComments)
            : html`<ul class="comments">
                ${comments.map((it) => commentRow(view, it))}
              </ul>`
        }
      </div>
      ${commentForm(post.postId)}`,
  )
}

type Card = Extract<ContentView, { type: 'card' }>

const PHONE_LABEL = '手机号'

const leadSheet = (message: MessageView, card: Card): Html =>
  sheet(
    card.title,
    html`<form class="lead-form" data-form="lead" data-message="${message.messageId}">
      <p class="help">${texts.leadHint}</p>
      ${card.labels.map(
        (label) =>
          html`<label class="field">
            <span>${label}</span>
            <input
              name="${label}"
              required
              maxlength="40"
              autocomplete="off"
              inputmode="${label === PHONE_LABEL ? 'tel' : 'text'}"
          /></label>`,
      )}
      <button type="submit" class="button tinted wide">${texts.submit}</button>
    </form>`,
  )

const contactSheet = (view: PhoneView, message: MessageView, card: Card): Html =>
  sheet(
    card.title,
    html`<div class="contact">
      ${avatar(view.account.avatarUrl, 56, 'account')}
      <b>${view.account.name}</b>
      <p class="help">${texts.contactHint}</p>
      <p class="wechat">${texts.wechat}<strong>${card.wechat}</strong></p>
      <button
        type="button"
        class="button tinted wide"
        data-copy="${card.wechat}"
        ${acts(view, { do: 'copy_wechat', messageId: message.messageId })}
      >
        ${icon(card.isCopied ? 'check' : 'copy')}${card.isCopied ? texts.copiedWechat : texts.copyWechat}
      </button>
    </div>`,
  )

/** What lies over the screen; nothing when the thing it shows has gone meanwhile. */
export function openSheet(view: PhoneView, open: PhoneSheet): Html | null {
  if (open.kind === 'none') return null
  if (open.kind === 'post') {
    const post = view.posts.find((it) => it.postId === open.postId)
    return post ? postSheet(view, post) : null
  }
  const message = view.messages.find((it) => it.messageId === open.messageId)
  if (message?.content.type !== 'card' || message.isRecalled) return null
  if (open.kind === 'contact') return contactSheet(view, message, message.content)
  return message.content.filled ? null : leadSheet(message, message.content)
}
