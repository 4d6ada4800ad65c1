import type { Memory } from '../browser/storage.ts'

const KEY = 'ruwu.sidebarFolded'

/** Undefined until it was chosen. */
export function recallFold(memory: Memory): boolean | undefined {
  const kept = memory.get(KEY)
  return kept === null ? undefined : kept === 'true'
}

/** As it was left; before that it is folded where the panes need the room. */
export const isFoldedAt = (chosen: boolean | undefined, isWide: boolean): boolean => chosen ?? !isWide

export const rememberFold = (memory: Memory, isFolded: boolean) => memory.set(KEY, String(isFolded))
