export { Emoji, EmojiText } from './emoji.tsx'
export { EmojiPopover } from './emoji-popover.tsx'
