// Numbers of the specification that belong to no single rule; a number with a rule stands beside it (recall.ts, points-health.ts).

export const HTTP_TIMEOUT_MS = 60_000
export const HTTP_CONTENT_TYPE = 'application/json'

export const SOCKET = {
  keepaliveMs: 30_000,
  reconnectCheckMs: 5000,
  responseTimeoutMs: 15_000,
} as const

/** Cache lifetime of users, topics and conversations, and the page sizes, of the chat client's local store. */
export const CHAT_STORE = {
  cacheMs: 60_000,
  messageBucketSize: 50,
  conversationSyncPage: 100,
} as const

/** How often an open console fetches its points balance again. */
export const ACCOUNT_REFRESH_MS = 60_000
