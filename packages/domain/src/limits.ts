// Numbers of the specification that belong to no single rule. A number with a rule lives beside the rule
// (recall.ts, points-health.ts, password-rule.ts, session-cookies.ts, monitoring.ts, permission-cache.ts).

export const HTTP_TIMEOUT_MS = 60_000
export const HTTP_CONTENT_TYPE = 'application/json'

export const TOAST = { durationSeconds: 3, topPx: 8, maxStacked: 3 } as const

export const SOCKET = {
  keepaliveMs: 30_000,
  reconnectCheckMs: 5000,
  responseTimeoutMs: 15_000,
  chatIdLength: 8,
} as const

/** How the chat client keeps users, topics, conversations and messages. */
export const CHAT_STORE = {
  cacheMs: 60_000,
  messageBucketSize: 50,
  conversationSyncPage: 100,
} as const

export const ACCOUNT_REFRESH_MS = 60_000

export const AVATAR_SIZE_PX = 32
export const CONTROL_HEIGHT_PX = { small: 30, default: 32, large: 36, extra: 42 } as const
export const TOOLTIP = { openDelayMs: 700, skipWindowMs: 300, maxWidthPx: 200 } as const
export const SIDEBAR_WIDTH_PX = { folded: 80, unfolded: 195 } as const
