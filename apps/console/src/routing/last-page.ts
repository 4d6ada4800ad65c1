import { HOME_PATH } from '@ruwu/domain'
import type { KeyValueStorage } from '../browser/storage.ts'

const KEY = 'ruwu.lastPage'

/** The last main page, reopened on the next visit. */
export function rememberLastPage(memory: KeyValueStorage, path: string) {
  memory.set(KEY, path)
}

export function recallLastPage(memory: KeyValueStorage): string {
  const path = memory.get(KEY)
  return path?.startsWith('/') && !path.startsWith('//') ? path : HOME_PATH
}
