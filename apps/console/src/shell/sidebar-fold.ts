import type { KeyValueStorage } from '../browser/storage.ts'

const KEY = 'ruwu.sidebarFolded'

/** Undefined until chosen. */
export function recallFold(memory: KeyValueStorage): boolean | undefined {
  const kept = memory.get(KEY)
  return kept === null ? undefined : kept === 'true'
}

/** The agent's choice; by default collapsed on narrow screens. */
export const isFoldedAt = (chosen: boolean | undefined, isWide: boolean): boolean => chosen ?? !isWide

export const rememberFold = (memory: KeyValueStorage, isFolded: boolean) => memory.set(KEY, String(isFolded))
