import type { QuickReply, Source } from '@ruwu/contract'
import { type KeyboardEvent, useState } from 'react'
import { useReplySearch } from '../../../quick-reply/index.ts'
import { findSlash, type SlashQuery } from './slash.ts'
import { useOptionList } from '../use-option-list.ts'

type SlashOptions = {
  isOn: boolean
  source: Source
  text: string
  caret: number
  onPick: (reply: QuickReply, query: SlashQuery, isSentAtOnce: boolean) => void
}

const ROWS_MAX = 50

/** Quick replies while a line begins with `/`. */
export function useSlash({ isOn, source, text, caret, onPick }: SlashOptions) {
  const [closedAt, setClosedAt] = useState<number>()
  const query = isOn ? findSlash(text, caret) : undefined
  // Closed with Esc, it stays closed until another line is started.
  if (closedAt !== undefined && query?.start !== closedAt) setClosedAt(undefined)
  const isOpen = query !== undefined && query.start !== closedAt
  const search = useReplySearch({ source, keyword: query?.keyword ?? '', most: ROWS_MAX, isShown: isOpen })
  const choice = useOptionList(search.replies.length, `${query?.start} ${query?.keyword}`)

  const pick = (reply: QuickReply, isSentAtOnce: boolean) => query && onPick(reply, query, isSentAtOnce)
  const close = () => setClosedAt(query?.start)

  return {
    isOpen,
    search,
    index: choice.index,
    setIndex: choice.setIndex,
    pick,
    close,
    /** Whether the list handled the key. */
    onKey(event: KeyboardEvent): boolean {
      if (!isOpen) return false
      const reply = search.replies[choice.index]
      if (event.key === 'ArrowDown') choice.step(1)
      else if (event.key === 'ArrowUp') choice.step(-1)
      else if (event.key === 'Escape') close()
      else if (event.key === 'Enter' && reply) pick(reply, event.shiftKey)
      else return false
      return true
    },
  }
}
