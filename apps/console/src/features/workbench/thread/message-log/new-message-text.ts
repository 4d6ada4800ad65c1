import type { AgentId, Source } from '@ruwu/contract'
import { isReadableLine, type ThreadState } from '@ruwu/domain'
import { plainText } from '../bubble/plain-text.ts'
import { texts } from '../texts.ts'

/** More would still be read when no longer new. */
const READ_MAX = 3

/** Announcement of the messages since a sequence number, without the agent's own. */
export function newMessageText(
  { messages, newer }: Pick<ThreadState, 'messages' | 'newer'>,
  sinceSeq: number,
  meId: AgentId | undefined,
  source: Source,
): string {
  const fresh = [...messages.slice(-READ_MAX), ...newer.slice(-READ_MAX)].filter(
    (message) => message.seq > sinceSeq && message.senderId !== meId && isReadableLine(message),
  )
  return fresh
    .slice(-READ_MAX)
    .map(({ senderName, content }) => {
      const text = plainText(content, source)
      return senderName ? texts.aloud(senderName, text) : text
    })
    .join('\n')
}
