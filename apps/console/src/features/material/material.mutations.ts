import { materialApi, type CallArgs, type Material, type MaterialId, type RelationId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { materialKeys } from './material.queries.ts'
import { texts } from './texts.ts'

function useFreshMaterials() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: materialKeys.all })
}

type SaveBody = CallArgs<typeof materialApi.save>['body']
type UpdateBody = CallArgs<typeof materialApi.update>['body']

/** Creates without `base`, otherwise updates it. */
export function useSaveMaterial() {
  const refresh = useFreshMaterials()
  return useMutation({
    mutationFn: (card: { create: SaveBody } | { update: UpdateBody }) =>
      'create' in card
        ? call(materialApi.save, { body: card.create })
        : call(materialApi.update, { body: card.update }),
    onSuccess: () => toast.success(formTexts.saved),
    onSettled: refresh,
  })
}

export function useEnableMaterial() {
  const refresh = useFreshMaterials()
  return useMutation({
    mutationFn: ({ id, enabled }: { id: MaterialId; enabled: boolean }) =>
      call(materialApi.enable, { body: { id, enabled } }),
    onError: showError,
    onSettled: refresh,
  })
}

export function useRemoveMaterial() {
  const refresh = useFreshMaterials()
  return useMutation({
    mutationFn: ({ id }: Pick<Material, 'id' | 'name'>) => call(materialApi.remove, { query: { id } }),
    onSuccess: (_, { name }) => toast.success(texts.removed(name)),
    onSettled: refresh,
  })
}

export function useSyncMaterials() {
  const refresh = useFreshMaterials()
  return useMutation({
    mutationFn: (relationId: RelationId) => call(materialApi.sync, { body: { relationId } }),
    onSuccess: ({ added, changed, removed }) => toast.success(texts.synced(added, changed, removed)),
    onError: showError,
    onSettled: refresh,
  })
}
