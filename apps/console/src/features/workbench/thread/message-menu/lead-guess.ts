import { findContacts } from '@ruwu/domain'
import type { NewLead } from '../message.mutations.ts'

type Guess = Pick<NewLead, 'kind' | 'value'>

/** Initial value of the dialog: the selected text, else the first contact in the message. */
export function guessLead(selection: string, text: string): Guess {
  const marked = selection.trim()
  const found = findContacts(marked || text)[0]
  const isWechat = found ? found.kind === 'wechat' : marked !== ''
  return { kind: isWechat ? 'wechat' : 'phone', value: found?.value ?? marked }
}
