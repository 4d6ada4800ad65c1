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
import type { Memory } from '../../storage.ts'

const EXPLAINED_KEY = 'ruwu.pointsExplained'

export const needsExplaining = (memory: Memory) => memory.get(EXPLAINED_KEY) !== 'true'

export const rememberExplained = (memory: Memory) => memory.set(EXPLAINED_KEY, 'true')

type Warned = { total: number; shown: readonly PointsWarning[] }

/** Each enterprise's own: a browser may be used for several. */
const warnedKey = (entId: string) => `ruwu.pointsWarned.${entId}`

/** The warning to open for what the account says now. It is remembered as shown. */
export function takeWarning(memory: Memory, entId: string, account: PointsAccount): PointsWarning | undefined {
  const total = totalPoints(account)
  const before = recall(memory, entId)
  const shown = before ? withPointsChange(before.shown, before.total, total) : []
  const due = dueWarning(remainingDays(account), shown)
  const after: Warned = { total, shown: due ? withShownWarning(shown, due) : shown }
  memory.set(warnedKey(entId), JSON.stringify(after))
  return due
}

function recall(memory: Memory, entId: string): Warned | undefined {
  try {
    const { total, shown } = JSON.parse(memory.get(warnedKey(entId)) ?? '') as Partial<Warned>
    if (typeof total !== 'number' || !Array.isArray(shown)) return undefined
    return { total, shown: shown.filter((each): each is PointsWarning => each in POINTS_WARNINGS) }
  } catch {
    return undefined
  }
}
