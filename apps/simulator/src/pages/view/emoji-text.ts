import { type Emoji, EMOJI_SIZE_PX, splitEmoji } from '@ruwu/domain/emoji'
import type { Source } from '../../views.ts'
import { type Html, html } from './html.ts'

/** The code is the picture's alternative text, so that copying a message gives the code back. */
export const emojiPicture = (emoji: Emoji, size = EMOJI_SIZE_PX): Html =>
  html`<img
    class="emoji"
    src="/pages/emoji/${encodeURIComponent(emoji.art)}.svg"
    width="${size}"
    height="${size}"
    alt="${emoji.code}"
    title="${emoji.code}"
  />`

/** A person's text: codes of the source become pictures, everything else stays as typed. */
export const emojiText = (source: Source, text: string): Html =>
  html`${splitEmoji(source, text).map((part) => (part.kind === 'emoji' ? emojiPicture(part.emoji) : part.text))}`
