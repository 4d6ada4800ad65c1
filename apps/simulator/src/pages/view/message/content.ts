import type { ContentView, MessageView, PostView, Source } from '../../../views.ts'
import { emojiText } from '../emoji-text.ts'
import { lengthOf } from '../format.ts'
import { type Html, html, safeUrl } from '../html.ts'
import { icon } from '../icons.ts'
import { cardContent } from './card.ts'
import { POST_KINDS, texts } from './texts.ts'

/** Who looks at the thread, and what a part of a message does when touched. */
export type Reader = {
  source: Source
  side: 'customer' | 'merchant'
  /** Attributes of the button that opens a lead form or a contact card. */
  open?: (message: MessageView) => Html
  /** Attributes of the button that answers a question guide. */
  ask?: (message: MessageView, index: number) => Html
  /** Attributes of the button that takes a message back. */
  recall?: (message: MessageView) => Html
}

const PICTURE_MAX = { width: 176, height: 220 }

/** The drawn size is known before the picture is loaded, so the thread does not jump. */
function picture(url: string, size: { width: number; height: number }, label: string): Html {
  const scale = Math.min(1, PICTURE_MAX.width / size.width, PICTURE_MAX.height / size.height)
  return html`<img
    class="picture"
    src="${safeUrl(url)}"
    width="${Math.round(size.width * scale)}"
    height="${Math.round(size.height * scale)}"
    alt="${label}"
  />`
}

export const postRow = (post: PostView): Html =>
  html`<span class="post-cover">
      <img src="${safeUrl(post.coverUrl)}" alt="" width="60" height="60" />${post.kind === 'video' && icon('play', 16)}
    </span>
    <span class="post-words"><b>${post.title}</b><small>${POST_KINDS[post.kind]} · ${post.authorName}</small></span>`

function questionGuide(
  content: Extract<ContentView, { type: 'question_guide' }>,
  message: MessageView,
  reader: Reader,
) {
  const question = (text: string, index: number) =>
    reader.ask
      ? html`<button type="button" class="question" ${reader.ask(message, index)}>${text}${icon('next', 14)}</button>`
      : html`<span class="question">${text}</span>`
  return html`<div class="card guide">
    <b>${content.title}</b>
    ${content.questions.map(question)}
  </div>`
}

/** One message as its reader sees it. */
export function messageContent(message: MessageView, reader: Reader): Html {
  const { content } = message
  switch (content.type) {
    case 'text':
      return html`<p class="bubble">${emojiText(reader.source, content.text)}</p>`
    case 'image':
      return picture(content.url, content, texts.picture)
    case 'emoticon':
      return html`<img class="emoticon" src="${safeUrl(content.url)}" width="96" height="96" alt="${content.name}" />`
    case 'video':
      return html`<a
        class="clip"
        href="${safeUrl(content.url)}"
        target="_blank"
        rel="noopener"
        aria-label="${texts.video} ${lengthOf(content.durationMs)}"
      >
        <img src="${safeUrl(content.coverUrl)}" width="132" height="176" alt="" />
        <span class="clip-play">${icon('play', 20)}</span>
        <span class="clip-length">${lengthOf(content.durationMs)}</span>
      </a>`
    case 'voice':
      return html`<button
        type="button"
        class="bubble voice"
        data-play="${safeUrl(content.url)}"
        aria-label="${texts.playVoice} ${lengthOf(content.durationMs)}"
      >
        ${icon('voice')}<span class="waves" aria-hidden="true"></span>${lengthOf(content.durationMs)}
      </button>`
    case 'post':
      return html`<div class="card post">${postRow(content.post)}</div>`
    case 'card':
      return cardContent(content, message, reader)
    case 'question_guide':
      return questionGuide(content, message, reader)
  }
}
