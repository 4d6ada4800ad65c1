import { demoFrame } from '../browser/demo-frame.ts'

type SessionChange = 'started' | 'ended'

// Tabs share the session cookies, so sign-in and sign-out are broadcast.
const channel = typeof BroadcastChannel === 'undefined' || demoFrame ? undefined : new BroadcastChannel('ruwu.session')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin: it never leaves ours
export const broadcastSession = (news: SessionChange) => channel?.postMessage(news)

export function onSessionBroadcast(listener: (news: SessionChange) => void) {
  channel?.addEventListener('message', ({ data }) => {
    if (data === 'started' || data === 'ended') listener(data)
  })
}
