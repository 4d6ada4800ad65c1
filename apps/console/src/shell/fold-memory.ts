import type { Memory } from '../storage.ts'

const KEY = 'ruwu.sidebarFolded'

export const recallFold = (memory: Memory) => memory.get(KEY) === 'true'

export const rememberFold = (memory: Memory, isFolded: boolean) => memory.set(KEY, String(isFolded))
