import type { EntAccount } from '@ruwu/contract'
import {
  dueWarning,
  remainingDays,
  totalPoints,
  withPointsChange,
  withShownWarning,
  POINTS_WARNINGS,
  type PointsAccount,
  type PointsWarning,
  type SeenPoints,
} from '@ruwu/domain'
import type { KeyValueStorage } from '../../browser/storage.ts'

const EXPLAINED_KEY = 'ruwu.pointsExplained'

export const needsExplaining = (memory: KeyValueStorage) => memory.get(EXPLAINED_KEY) !== 'true'

export const rememberExplained = (memory: KeyValueStorage) => memory.set(EXPLAINED_KEY, 'true')

type WarnedAccount = PointsAccount & Pick<EntAccount, 'pointsAddedAt'>

type Warned = SeenPoints & { shown: readonly PointsWarning[] }

const seenOf = (account: WarnedAccount): SeenPoints => ({
  total: totalPoints(account),
  addedAt: account.pointsAddedAt,
})

/** Per enterprise: one browser may be used for several. */
const warnedKey = (entId: string) => `ruwu.pointsWarned.${entId}`

/** The warning due for the current balance. */
export const findWarning = (
  memory: KeyValueStorage,
  entId: string,
  account: WarnedAccount,
): PointsWarning | undefined => dueWarning(remainingDays(account), shownBefore(memory, entId, account))

/** Stores the balance and marks its warning as shown. */
export function rememberWarned(memory: KeyValueStorage, entId: string, account: WarnedAccount): void {
  const before = shownBefore(memory, entId, account)
  const due = dueWarning(remainingDays(account), before)
  const warned: Warned = { ...seenOf(account), shown: due ? withShownWarning(before, due) : before }
  memory.set(warnedKey(entId), JSON.stringify(warned))
}

function shownBefore(memory: KeyValueStorage, entId: string, account: WarnedAccount): readonly PointsWarning[] {
  const before = recall(memory, entId)
  return before ? withPointsChange(before.shown, before, seenOf(account)) : []
}

function recall(memory: KeyValueStorage, entId: string): Warned | undefined {
  try {
    const { total, addedAt = null, shown } = JSON.parse(memory.get(warnedKey(entId)) ?? '') as Partial<Warned>
    if (typeof total !== 'number' || !Array.isArray(shown)) return undefined
    return { total, addedAt, shown: shown.filter((each): each is PointsWarning => each in POINTS_WARNINGS) }
  } catch {
    return undefined
  }
}
