import { HOME_PATH } from '@ruwu/domain'
import type { Memory } from '../browser/storage.ts'

const KEY = 'ruwu.lastPage'

/** Main routes are remembered, so that the next visit begins where the last one was. */
export function rememberLastPage(memory: Memory, path: string) {
  memory.set(KEY, path)
}

export function recallLastPage(memory: Memory): string {
  const path = memory.get(KEY)
  return path?.startsWith('/') && !path.startsWith('//') ? path : HOME_PATH
}
