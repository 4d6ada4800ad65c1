import type { KeyValueStorage } from '../../browser/storage.ts'

export const LIST_WIDTH = { min: 280, usual: 320, max: 420 }

const WIDTH_KEY = 'ruwu.customerListWidth'
const FOLD_KEY = 'ruwu.customerPanelFolded'

export const withinWidth = (width: number) => Math.min(LIST_WIDTH.max, Math.max(LIST_WIDTH.min, Math.round(width)))

/** The stored width of the list. */
export function recallWidth(memory: KeyValueStorage): number {
  const width = Number(memory.get(WIDTH_KEY) ?? NaN)
  return Number.isFinite(width) ? withinWidth(width) : LIST_WIDTH.usual
}

export const rememberWidth = (memory: KeyValueStorage, width: number) => memory.set(WIDTH_KEY, String(width))

export const recallPanelFold = (memory: KeyValueStorage) => memory.get(FOLD_KEY) === 'true'

export const rememberPanelFold = (memory: KeyValueStorage, isFolded: boolean) => memory.set(FOLD_KEY, String(isFolded))
