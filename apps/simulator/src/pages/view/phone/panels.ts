import { PICKER_EMOJI_SIZE_PX, pickerGroups } from '@ruwu/domain/emoji'
import type { ClipView, PhoneView, PictureView, Source } from '../../../views.ts'
import { emojiPicture } from '../emoji-text.ts'
import { lengthOf } from '../format.ts'
import { type Html, html, safeUrl } from '../html.ts'
import { icon, type IconName } from '../icons.ts'
import { postRow } from '../message/content.ts'
import { iconButton } from '../parts.ts'
import { POST_NAMES } from '../source.ts'
import { acts } from './home-screen.ts'
import { sharePost, texts } from './texts.ts'
import { opens, type PhonePanel } from './ui.ts'

const emojiPanel = (source: Source): Html =>
  html`<div class="sheet-scroll emoji-groups">
    ${pickerGroups(source).map(
      (group) =>
        html`<section aria-label="${group.label}">
          <h2>${group.label}</h2>
          <div class="emoji-grid">
            ${group.emoji.map(
              (emoji) =>
                html`<button type="button" data-emoji="${emoji.code}" aria-label="${emoji.code}">
                  ${emojiPicture(emoji, PICKER_EMOJI_SIZE_PX)}
                </button>`,
            )}
          </div>
        </section>`,
    )}
  </div>`

type Kind = { panel: PhonePanel; icon: IconName; label: string }

function kindsOf(view: PhoneView): Kind[] {
  const kinds: (Kind | false)[] = [
    { panel: 'pictures', icon: 'image', label: texts.pictures },
    { panel: 'videos', icon: 'video', label: texts.videos },
    view.can.voice && { panel: 'voices', icon: 'voice', label: texts.voices },
    { panel: 'emoticons', icon: 'sticker', label: texts.emoticons },
    { panel: 'posts', icon: 'share', label: sharePost(POST_NAMES[view.source]) },
  ]
  return kinds.filter((it) => it !== false)
}

const kindsPanel = (view: PhoneView): Html =>
  html`<div class="kinds">
    ${kindsOf(view).map(
      (kind) =>
        html`<button type="button" class="kind" ${opens({ panel: kind.panel })}>
          <span>${icon(kind.icon, 24)}</span>${kind.label}
        </button>`,
    )}
  </div>`

const pictureButton = (item: PictureView, attributes: Html): Html =>
  html`<button type="button" class="choice-picture" ${attributes}>
    <img src="${safeUrl(item.url)}" alt="" loading="lazy" /><span>${item.label}</span>
  </button>`

const uploadTile = html`<label class="choice-picture upload">
  <input type="file" class="sr-only" accept="image/*" data-upload /><span class="upload-mark">
    ${icon('upload', 22)}
  </span>
  <span>${texts.uploadPicture}</span>
</label>`

const clipButton = (name: IconName, clip: ClipView, attributes: Html): Html =>
  html`<button type="button" class="choice-row" ${attributes}>
    ${icon(name, 18)}<b>${clip.label}</b><small>${lengthOf(clip.durationMs)}</small>
  </button>`

/** What each kind offers; choosing sends it. */
function choices(view: PhoneView, panel: PhonePanel): Html | null {
  switch (panel) {
    case 'pictures':
      return html`${uploadTile}${view.pictures.map((it) =>
        pictureButton(it, acts(view, { do: 'image', picture: it.name })),
      )}`
    case 'emoticons':
      return html`${view.emoticons.map((it) => pictureButton(it, acts(view, { do: 'emoticon', name: it.name })))}`
    case 'videos':
      return html`${view.videos.map((it) => clipButton('video', it, acts(view, { do: 'video', clip: it.name })))}`
    case 'voices':
      return html`${view.voices.map((it) => clipButton('voice', it, acts(view, { do: 'voice', clip: it.name })))}`
    case 'posts':
      return html`${view.posts.map(
        (post) =>
          html`<button type="button" class="choice-row" ${acts(view, { do: 'share', postId: post.postId })}>
            ${postRow(post)}
          </button>`,
      )}`
    case 'none':
    case 'emoji':
    case 'more':
      return null
  }
}

/** What lies under the text field: emoji, the kinds of message, or the choices of one kind. */
export function openPanel(view: PhoneView, panel: PhonePanel): Html | null {
  if (panel === 'none') return null
  if (panel === 'emoji') return emojiPanel(view.source)
  if (panel === 'more') return kindsPanel(view)
  const kind = kindsOf(view).find((it) => it.panel === panel)
  return html`<div class="choice-head">
      ${iconButton(texts.moreTypes, 'back', opens({ panel: 'more' }))}<b>${kind?.label}</b>
    </div>
    <div class="sheet-scroll choices ${panel}">${choices(view, panel)}</div>`
}
