import { freshThread, type ThreadState, withQuotes } from '@ruwu/domain'

const { messages, quotes, hasMoreBefore, hasMoreAfter } = freshThread()
/** Drops loaded messages; pending ones stay. */
export const emptied = { messages, quotes, hasMoreBefore, hasMoreAfter }

/** Maximum number of messages held per thread; others are fetched again when needed. */
const HELD_MAX = 500

/** Drops the messages furthest from the reading direction. */
export function withinLimit(state: ThreadState, towards: 'older' | 'newer', max = HELD_MAX): ThreadState {
  const { messages } = state
  if (messages.length <= max) return state
  if (towards === 'older') return { ...state, messages: messages.slice(0, max), hasMoreAfter: true }
  const kept = messages.slice(-max)
  const replies = new Set(kept.map(({ content }) => content.reply))
  const quoted = messages.slice(0, -max).filter(({ chatId }) => replies.has(chatId))
  return { ...withQuotes(state, quoted), messages: kept, hasMoreBefore: true }
}

/** Whether messages are loaded; pending ones alone do not count. */
export const isLoaded = (state: ThreadState | undefined): boolean =>
  state !== undefined && (state.messages.length > 0 || !state.hasMoreAfter)

/** Sequence numbers of a thread are consecutive; a missing one means a missed event. */
export const isUnbroken = ({ messages }: ThreadState) =>
  (messages.at(-1)?.seq ?? 0) - (messages[0]?.seq ?? 1) === messages.length - 1
