export { Emoji } from './emoji/emoji.tsx'
export { EmojiPicker } from './emoji/emoji-picker.tsx'
export { EmojiText } from './emoji/emoji-text.tsx'
