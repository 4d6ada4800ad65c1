import { expect, test } from 'vitest'
import * as limits from './limits.ts'

test('the limits are those of the specification', () => {
  expect({ ...limits }).toEqual({
    HTTP_TIMEOUT_MS: 60_000,
    HTTP_CONTENT_TYPE: 'application/json',
    TOAST: { durationSeconds: 3, topPx: 8, maxStacked: 3 },
    SOCKET: { keepaliveMs: 30_000, reconnectCheckMs: 5000, responseTimeoutMs: 15_000, chatIdLength: 8 },
    CHAT_STORE: { cacheMs: 60_000, messageBucketSize: 50, conversationSyncPage: 100 },
    ACCOUNT_REFRESH_MS: 60_000,
    AVATAR_SIZE_PX: 32,
    CONTROL_HEIGHT_PX: { small: 30, default: 32, large: 36, extra: 42 },
    TOOLTIP: { openDelayMs: 700, skipWindowMs: 300, maxWidthPx: 200 },
    SIDEBAR_WIDTH_PX: { folded: 80, unfolded: 195 },
  })
})
