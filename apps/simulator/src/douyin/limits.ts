const HOUR_MS = 3_600_000

export const REPLY_WINDOW_MS = 24 * HOUR_MS
export const REPLY_MAX = 6
export const ENTER_WINDOW_MS = 30_000
export const ENTER_MAX = 3
export const ENTRIES_ANSWERED_PER_DAY = 3
/** Once a day, this many messages at a time. */
export const GRANT_MAX = 3

export const TEXT_MAX_CHARS = 1_000
export const GUIDE = { titleChars: 30, questions: 6, questionChars: 14 }
export const IMAGE_MAX_BYTES = 10 * 1024 * 1024
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/bmp', 'image/webp']

export const ACCESS_SECONDS = 1_296_000
export const REFRESH_SECONDS = 2_592_000
export const CLIENT_SECONDS = 7_200
export const MAX_RENEWALS = 5
/** An authorisation code's life is not published; ten minutes is what the platform's people say. */
export const CODE_MS = 10 * 60_000

/** Calendar day in China, where the platform counts. */
export const dayOf = (time: number): string => new Date(time + 8 * HOUR_MS).toISOString().slice(0, 10)
