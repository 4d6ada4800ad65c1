import { tagApi, type CallArgs, type Tag, type TagGroup, type TagGroupId, type TagId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { moved } from '../../list/reorder.ts'
import { useOptimisticMove } from '../../list/use-optimistic-move.ts'
import type { GroupDraft, TagDraft } from './tag-draft.ts'
import { tagKeys } from './tag.queries.ts'
import { texts } from './texts.ts'

/** The acting console refetches at once; the others by the event. */
export function useFreshTags() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: tagKeys.all })
}

export function useSaveTag() {
  return useMutation({
    mutationFn: ({ draft, base }: { draft: TagDraft; base: Tag | undefined }) =>
      base
        ? call(tagApi.update, { body: { ...draft, id: base.id, version: base.version } })
        : call(tagApi.create, { body: draft }),
    onSuccess: () => toast.success(formTexts.saved),
    onSettled: useFreshTags(),
  })
}

export function useSaveGroup() {
  return useMutation({
    mutationFn: ({ draft, base }: { draft: GroupDraft; base: TagGroup | undefined }) =>
      base
        ? call(tagApi.updateGroup, { body: { ...draft, id: base.id, version: base.version } })
        : call(tagApi.createGroup, { body: draft }),
    onSuccess: () => toast.success(formTexts.saved),
    onSettled: useFreshTags(),
  })
}

/** An action without a form: its refusal is shown as a toast. */
function useAction<Args>(run: (args: Args) => Promise<unknown>, done: string) {
  return useMutation({
    mutationFn: run,
    onSuccess: () => toast.success(done),
    onError: showError,
    onSettled: useFreshTags(),
  })
}

/** The caller shows a refusal: it may list where the tag is used. */
export const useRemoveTag = () =>
  useMutation({
    mutationFn: (id: TagId) => call(tagApi.remove, { query: { id } }),
    onSuccess: () => toast.success(texts.removed),
    onSettled: useFreshTags(),
  })
export const useMergeTag = () =>
  useAction((body: { fromId: TagId; toId: TagId }) => call(tagApi.merge, { body }), texts.merged)

type GroupMove = { groupId: TagGroupId; targetPosition: number }

export const useMoveGroup = () =>
  useOptimisticMove<TagGroup[], GroupMove>({
    queryKey: tagKeys.groups,
    run: (body) => call(tagApi.moveGroup, { body }),
    apply: (groups, { groupId, targetPosition }) => {
      const from = groups.findIndex(({ id }) => id === groupId)
      return from < 0 ? groups : moved(groups, from, targetPosition)
    },
    refresh: useFreshTags(),
  })
export const useRemoveGroup = () =>
  useAction((id: TagGroupId) => call(tagApi.removeGroup, { query: { id } }), texts.removed)

/** The result is shown by the caller: some tags may have failed. */
export const useTagBatch = () =>
  useMutation({
    mutationFn: (body: CallArgs<typeof tagApi.batch>['body']) => call(tagApi.batch, { body }),
    onError: showError,
    onSettled: useFreshTags(),
  })
