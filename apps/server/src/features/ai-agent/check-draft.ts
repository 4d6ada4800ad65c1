import type { AiDraft, MaterialId } from '@ruwu/contract'
import { AI_FIELD_LABELS, draftProblems } from '@ruwu/domain'
import type { Queryable } from '../../db/database.ts'
import { FieldError } from '../../platform/http/errors.ts'
import type { AccountRow } from '../channel/index.ts'
import { listFields } from '../../customer/customer-setting.repo.ts'
import { listCards } from '../material/index.ts'
import { listTags } from '../tag/index.ts'

/** Validates a draft and its references; the card is locked until commit. */
export async function checkDraft(db: Queryable, account: AccountRow, draft: AiDraft): Promise<void> {
  const { fields, onReached } = draft.goal
  const left = (await withoutMissingReferences(db, account, draft)).goal
  const problems = draftProblems(draft)
  if (left.onReached.materialId !== onReached.materialId) {
    problems['goal.onReached.materialId'] = '所选卡片不存在或已删除'
  }
  if (left.onReached.tagIds.length < onReached.tagIds.length) {
    problems['goal.onReached.tagIds'] = '所选标签不存在或已删除'
  }
  if (left.fields.length < fields.length) problems['goal.fields'] = '所选字段不存在或已删除'
  const paths = Object.entries(problems).map(([path, text]) => [`draft.${path}`, text])
  if (paths.length > 0) throw new FieldError(Object.fromEntries(paths) as Record<string, string>)
}

/** The draft without references to deleted fields, cards and tags. */
export async function withoutMissingReferences(db: Queryable, account: AccountRow, draft: AiDraft): Promise<AiDraft> {
  const { entId } = account
  const { goal } = draft
  const { materialId, tagIds } = goal.onReached
  const tags = new Set((await listTags(db, entId)).filter(({ kind }) => kind !== 'system').map(({ id }) => id))
  const own = new Set<string>((await listFields(db, entId)).map(({ id }) => id))
  return {
    ...draft,
    goal: {
      ...goal,
      fields: goal.fields.filter(({ key }) => Object.hasOwn(AI_FIELD_LABELS, key) || own.has(key)),
      onReached: {
        ...goal.onReached,
        materialId: materialId !== null && (await lockUsableCard(db, account, materialId)) ? materialId : null,
        tagIds: tagIds.filter((id) => tags.has(id)),
      },
    },
  }
}

/** A sub-account may send its main account's cards. */
async function lockUsableCard(
  db: Queryable,
  { entId, id, parentId }: AccountRow,
  cardId: MaterialId,
): Promise<boolean> {
  const [card] = await listCards(db, entId, [cardId], { hold: true })
  return card !== undefined && !card.isRemoved && (card.relationId === id || card.relationId === parentId)
}
