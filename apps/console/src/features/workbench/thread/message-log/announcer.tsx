import type { ThreadState } from '@ruwu/domain'
import { useState } from 'react'
import { useLog } from './log-context.ts'
import { newsOf } from './new-message-text.ts'

/** Live region announcing new messages as 「{发送者}：{文字}」. */
export function Announcer({ state }: { state: ThreadState }) {
  const { customer, meId } = useLog()
  const newest = (state.newer.at(-1) ?? state.messages.at(-1))?.seq ?? 0
  const [heard, setHeard] = useState({ seq: newest, words: '' })
  // Only newer sequence numbers: a jump back to older messages announces nothing.
  if (newest > heard.seq) setHeard({ seq: newest, words: newsOf(state, heard.seq, meId, customer.source) })
  return (
    <p className="sr-only" key={heard.seq}>
      {heard.words}
    </p>
  )
}
