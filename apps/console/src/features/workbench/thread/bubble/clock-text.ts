import { twoDigits } from '@ruwu/domain'

/** `0:07`, `12:30`. */
export const clockOf = (seconds: number) => `${Math.floor(seconds / 60)}:${twoDigits(Math.floor(seconds) % 60)}`
