import type { CustomerId } from '@ruwu/contract'
import type { ThreadState } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { ArrowUp } from 'lucide-react'
import { useState } from 'react'
import type { ListRange } from 'react-virtuoso'
import { showError } from '../../../../api/show-error.ts'
import { useChatRequest } from '../../chat-requests.ts'
import { texts } from '../texts.ts'
import { threadStore } from '../thread-store.ts'
import styles from './message-log.module.css'

type Numbered = { seq: number }

/** The first message after the one read last; the one after it by number where it is not loaded. Undefined: nothing is new. */
export function firstUnreadSeq({ messages, hasMoreBefore, newSince }: UnreadState): number | undefined {
  if (newSince === null) return undefined
  const first = messages.find(({ seq }) => seq > newSince)
  const isLoaded = !hasMoreBefore || (messages[0]?.seq ?? Infinity) <= newSince + 1
  return isLoaded ? first?.seq : newSince + 1
}

type UnreadState = Pick<ThreadState, 'hasMoreBefore' | 'newSince'> & { messages: readonly Numbered[] }

/** Whether the jump is offered: the first unread message is above the rows on screen. */
export const isAbove = (seq: number | undefined, top: number): boolean => seq !== undefined && seq < top

/** Jumps to the first unread message of a long run, by button and by shortcut. Reaching it ends the offer. */
export function useFirstUnread(customerId: CustomerId, state: ThreadState, items: readonly Numbered[], first: number) {
  const seq = firstUnreadSeq(state)
  const [top, setTop] = useState<number>()
  const [reached, setReached] = useState<number>()
  if (seq !== undefined && top !== undefined && top <= seq && reached !== seq) setReached(seq)
  const jump = () => {
    if (seq !== undefined) threadStore.goTo(customerId, seq).catch(showError)
  }
  useChatRequest(customerId, 'firstUnread', jump)
  return {
    onRange: ({ startIndex }: ListRange) => setTop(items[startIndex - first]?.seq),
    button: top !== undefined && reached !== seq && isAbove(seq, top) && (
      <Button className={styles.unread} size="sm" onClick={jump}>
        <ArrowUp size={14} aria-hidden="true" />
        {texts.toFirstUnread}
      </Button>
    ),
  }
}
