export type TabNews = 'started' | 'ended'

// Tabs of one browser share the cookies, so they have to agree on whether there is a session.
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('ruwu.session')

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin: it never leaves ours
export const tellOtherTabs = (news: TabNews) => channel?.postMessage(news)

export function onOtherTabs(listener: (news: TabNews) => void) {
  channel?.addEventListener('message', ({ data }) => {
    if (data === 'started' || data === 'ended') listener(data)
  })
}
