/** Side of an emoji inside text; the picker draws it larger. */
export const EMOJI_SIZE_PX = 16
export const PICKER_EMOJI_SIZE_PX = 24

/** A platform's own emoji: a bracketed code inside text. Stored and sent text always holds the code. */
export type Emoji = {
  /** With its brackets, exact and case-sensitive: `[微笑R]`. */
  code: string
  group: string
  /** How it is written in plain text. */
  unicode: string
  /** Its picture: an icon of Fluent Emoji, or `own:` and the name of our drawing. */
  art: string
  /** Same mood or thing as the Unicode emoji, not the same picture. */
  near?: true
}

export type EmojiGroup = {
  key: string
  label: string
  /** Drawn when customers send it, but not offered in the picker. */
  isReceivedOnly?: true
}
