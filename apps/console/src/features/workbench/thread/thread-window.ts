import { freshThread, type ThreadState } from '@ruwu/domain'

const { messages, hasMoreBefore, hasMoreAfter } = freshThread()
/** Drops loaded messages; pending ones stay. */
export const emptied = { messages, hasMoreBefore, hasMoreAfter }

/** Maximum number of messages held per thread; others are fetched again when needed. */
const HELD_MAX = 500

/** Drops the messages furthest from the reading direction. */
export function withinLimit(state: ThreadState, towards: 'older' | 'newer', max = HELD_MAX): ThreadState {
  const { messages } = state
  if (messages.length <= max) return state
  return towards === 'older'
    ? { ...state, messages: messages.slice(0, max), hasMoreAfter: true }
    : { ...state, messages: messages.slice(-max), hasMoreBefore: true }
}

/** Whether messages are loaded; pending ones alone do not count. */
export const isLoaded = (state: ThreadState | undefined): boolean =>
  state !== undefined && (state.messages.length > 0 || !state.hasMoreAfter)

/** Sequence numbers of a thread are consecutive; a missing one means a missed event. */
export const isUnbroken = ({ messages }: ThreadState) =>
  (messages.at(-1)?.seq ?? 0) - (messages[0]?.seq ?? 1) === messages.length - 1
