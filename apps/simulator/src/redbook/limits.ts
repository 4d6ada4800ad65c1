const MINUTE_MS = 60_000

export const TEXT_MAX_CHARS = 1_000
export const SENT_BEFORE_ANSWER_MAX = 3
export const STRANGERS_PER_DAY = 20
export const RECALL_WINDOW_MS = 2 * MINUTE_MS
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp']

/** The platform counts from creation, so one second has passed when the answer arrives. */
export const ACCESS_SECONDS = 86_399
export const REFRESH_SECONDS = 2_591_999
export const AUTH_CODE_MS = 10 * MINUTE_MS

/** Calendar day in China, where the platform counts. */
export const dayOf = (time: number): string => new Date(time + 480 * MINUTE_MS).toISOString().slice(0, 10)
