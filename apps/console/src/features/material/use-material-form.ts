import { materialApi, type AccountDetail, type Material } from '@ruwu/contract'
import { call } from '../../api/call.ts'
import { useDraftForm } from '../../form/use-draft-form.ts'
import {
  checkDraft,
  createBody,
  draftOf,
  isSameDraft,
  newDraft,
  updateBody,
  type MaterialDraft,
} from './material-draft.ts'
import { useSaveMaterial } from './material.mutations.ts'

export const fieldId = (path: string) => `material-${path}`

type MaterialFormOptions = { account: AccountDetail; card: Material | undefined; onClose: () => void }

export function useMaterialForm({ account: { relationId }, card, onClose }: MaterialFormOptions) {
  const save = useSaveMaterial()
  return useDraftForm<Material, MaterialDraft>({
    kept: card,
    draftOf,
    blank: newDraft(),
    isSame: isSameDraft,
    check: (draft, base) => checkDraft(relationId, base, draft),
    save: (draft, base) =>
      save.mutateAsync(base ? { update: updateBody(base, draft) } : { create: createBody(relationId, draft) }),
    isSaving: save.isPending,
    readLatest: async ({ id, type }) => {
      const { items } = await call(materialApi.page, { body: { relationId, type, pageSize: 100 } })
      return items.find((it) => it.id === id)
    },
    fieldId,
    onClose,
  })
}
