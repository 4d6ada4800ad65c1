import type { Content, Source } from '@ruwu/contract'
import { emojiPlainText } from '@ruwu/domain'
import { texts } from '../texts.ts'
import { bodyOf } from './message-body.ts'

/** A message as plain text: for screen readers, quotes and the clipboard. */
export function plainText(content: Content, source: Source): string {
  const body = bodyOf(content, source)
  switch (body.kind) {
    case 'text':
    case 'note':
      return emojiPlainText(source, body.text)
    case 'system':
    case 'unsupported':
      return body.text
    case 'image':
    case 'voice':
    case 'video':
      return `[${texts[body.kind]}]`
    case 'file':
    case 'card':
    case 'link':
    case 'post':
    case 'questions':
      return [`[${texts[body.kind]}]`, body.kind === 'file' ? body.name : body.title].filter(Boolean).join(' ')
    case 'recalled':
      return texts.theyRecalled
  }
}
