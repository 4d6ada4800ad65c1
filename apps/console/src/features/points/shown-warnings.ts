import {
  dueWarning,
  remainingDays,
  totalPoints,
  withPointsChange,
  withShownWarning,
  POINTS_WARNINGS,
  type PointsAccount,
  type PointsWarning,
} from '@ruwu/domain'
import type { KeyValueStorage } from '../../browser/storage.ts'

const EXPLAINED_KEY = 'ruwu.pointsExplained'

export const needsExplaining = (memory: KeyValueStorage) => memory.get(EXPLAINED_KEY) !== 'true'

export const rememberExplained = (memory: KeyValueStorage) => memory.set(EXPLAINED_KEY, 'true')

type Warned = { total: number; shown: readonly PointsWarning[] }

/** Per enterprise: one browser may be used for several. */
const warnedKey = (entId: string) => `ruwu.pointsWarned.${entId}`

/** The warning due for the current balance. */
export const findWarning = (
  memory: KeyValueStorage,
  entId: string,
  account: PointsAccount,
): PointsWarning | undefined => dueWarning(remainingDays(account), shownBefore(memory, entId, account))

/** Stores the balance and marks its warning as shown. */
export function rememberWarned(memory: KeyValueStorage, entId: string, account: PointsAccount): void {
  const before = shownBefore(memory, entId, account)
  const due = dueWarning(remainingDays(account), before)
  const warned: Warned = { total: totalPoints(account), shown: due ? withShownWarning(before, due) : before }
  memory.set(warnedKey(entId), JSON.stringify(warned))
}

function shownBefore(memory: KeyValueStorage, entId: string, account: PointsAccount): readonly PointsWarning[] {
  const before = recall(memory, entId)
  return before ? withPointsChange(before.shown, before.total, totalPoints(account)) : []
}

function recall(memory: KeyValueStorage, entId: string): Warned | undefined {
  try {
    const { total, shown } = JSON.parse(memory.get(warnedKey(entId)) ?? '') as Partial<Warned>
    if (typeof total !== 'number' || !Array.isArray(shown)) return undefined
    return { total, shown: shown.filter((each): each is PointsWarning => each in POINTS_WARNINGS) }
  } catch {
    return undefined
  }
}
