import type { RelationId } from '@ruwu/contract'
import type { DraftNames } from '@ruwu/domain'
import { useCustomerFields } from '../customer-setting/index.ts'
import { useMaterialChoices } from '../material/index.ts'
import { useTags } from '../tag/index.ts'

const namesOf = (items: readonly { id: string; name: string }[] = []) =>
  Object.fromEntries(items.map(({ id, name }) => [id, name]))

/** Labels for the ids used in a draft. */
export function useDraftNames(relationId: RelationId): Required<DraftNames> {
  const { data: fields } = useCustomerFields()
  const { data: cards } = useMaterialChoices(relationId)
  const { data: tags } = useTags()
  return { fields: namesOf(fields), materials: namesOf(cards), tags: namesOf(tags) }
}
