import type { MaterialId, RelationId } from '@ruwu/contract'
import { NO_VALUE } from '@ruwu/domain'
import { useMaterialChoices } from '../material/index.ts'
import { texts } from './texts.ts'

/** Label for the cards of a rule: the name of a single one, or how many rotate. */
export function useCardNames(relationId: RelationId) {
  const { data: cards } = useMaterialChoices(relationId)
  return (ids: readonly MaterialId[]): string => {
    if (!cards) return NO_VALUE
    const names = ids.map((id) => cards.find((it) => it.id === id)?.name ?? texts.goneCard)
    return names.length === 1 ? (names[0] ?? NO_VALUE) : `${names.join('、')}（${texts.rotated(names.length)}）`
  }
}
