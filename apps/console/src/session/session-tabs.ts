export type TabNews = 'started' | 'ended'

// Tabs share the session cookies, so sign-in and sign-out are broadcast.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('ruwu.session')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin: it never leaves ours
export const tellOtherTabs = (news: TabNews) => channel?.postMessage(news)

export function onOtherTabs(listener: (news: TabNews) => void) {
  channel?.addEventListener('message', ({ data }) => {
    if (data === 'started' || data === 'ended') listener(data)
  })
}
