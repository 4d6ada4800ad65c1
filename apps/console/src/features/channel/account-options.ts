import type { RelationId, SimpleAccount } from '@ruwu/contract'
import { texts } from './texts.ts'

/** Options of a select of accounts; a chosen one that is not listed is out of the agent's scope and has no name here. */
export function accountOptions(
  accounts: readonly SimpleAccount[] | undefined,
  chosen: readonly RelationId[],
): { value: RelationId; label: string }[] {
  if (!accounts) return []
  const known = new Set(accounts.map(({ relationId }) => relationId))
  return [
    ...accounts.map(({ relationId, name }) => ({ value: relationId, label: name })),
    ...chosen.filter((id) => !known.has(id)).map((value) => ({ value, label: texts.outOfScope })),
  ]
}
