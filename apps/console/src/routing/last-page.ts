import { HOME_PATH } from '@ruwu/domain'
import type { Memory } from '../browser/storage.ts'

const KEY = 'ruwu.lastPage'

/** The last main page, reopened on the next visit. */
export function rememberLastPage(memory: Memory, path: string) {
  memory.set(KEY, path)
}

export function recallLastPage(memory: Memory): string {
  const path = memory.get(KEY)
  return path?.startsWith('/') && !path.startsWith('//') ? path : HOME_PATH
}
