import type { ThreadState } from '@ruwu/domain'

/** So many messages are held at once; what lies further away is fetched again when it is wanted. */
export const HELD_MAX = 500

/** The thread without what is far from the end one reads towards. */
export function withinLimit(state: ThreadState, towards: 'older' | 'newer', max = HELD_MAX): ThreadState {
  const { messages } = state
  if (messages.length <= max) return state
  return towards === 'older'
    ? { ...state, messages: messages.slice(0, max), hasMoreAfter: true }
    : { ...state, messages: messages.slice(-max), hasMoreBefore: true }
}

/** Numbers of a thread follow each other; where one is missing, something was not heard of. */
export const isUnbroken = ({ messages }: ThreadState) =>
  (messages.at(-1)?.seq ?? 0) - (messages[0]?.seq ?? 1) === messages.length - 1
