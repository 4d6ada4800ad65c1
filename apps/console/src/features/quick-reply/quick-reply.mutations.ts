import {
  type CallArgs,
  type OwnerType,
  type QuickReply,
  type QuickReplyFields,
  type QuickReplyGroup,
  type QuickReplyGroupId,
  type QuickReplyId,
  quickReplyApi,
} from '@ruwu/contract'
import { sampleReplyTable } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { showSaved } from '../../form/show-saved.ts'
import { showSamples } from '../../form/table-import/show-samples.ts'
import { useOptimisticMove } from '../../list/use-optimistic-move.ts'
import { report } from '../../monitoring/monitoring.ts'
import { saveTable } from '../../stored-file/save-table.ts'
import { type Libraries, quickReplyKeys } from './quick-reply.queries.ts'
import { withGroupAt, withReplyAt } from './reply-order.ts'
import { texts } from './texts.ts'

/** Counts a use of a reply; fire and forget. */
export function countReplyUse(id: QuickReplyId) {
  call(quickReplyApi.use, { body: { id } }).catch(report)
}

export function useFreshLibrary() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: quickReplyKeys.all })
}

/** Creates without `id`, else renames. */
export const useSaveGroup = () =>
  useMutation({
    mutationFn: ({ id, ownerType, title }: { id?: QuickReplyGroupId; ownerType: OwnerType; title: string }) =>
      id === undefined
        ? call(quickReplyApi.createGroup, { body: { ownerType, title } })
        : call(quickReplyApi.updateGroup, { body: { id, title } }),
    onSuccess: () => showSaved(),
    onSettled: useFreshLibrary(),
  })

export const useRemoveGroup = () =>
  useMutation({
    mutationFn: ({ id }: QuickReplyGroup) => call(quickReplyApi.removeGroup, { body: { id } }),
    onSuccess: (_, { title }) => toast.success(texts.removed(title)),
    onError: showError,
    onSettled: useFreshLibrary(),
  })

/** Creates without `base`; otherwise saves against the version the form loaded (optimistic locking). */
export const useSaveReply = () =>
  useMutation({
    mutationFn: ({ base, draft }: { base: QuickReply | undefined; draft: QuickReplyFields }) =>
      base
        ? call(quickReplyApi.update, {
            body: { ...draft, groupId: draft.groupId ?? base.groupId, id: base.id, version: base.version },
          })
        : call(quickReplyApi.create, { body: draft }),
    onSuccess: ({ warnings }) => showSaved(warnings),
    onSettled: useFreshLibrary(),
  })

export const useRemoveReply = () =>
  useMutation({
    mutationFn: ({ id }: QuickReply) => call(quickReplyApi.remove, { body: { id } }),
    onSuccess: (_, { title }) => toast.success(texts.removed(title)),
    onError: showError,
    onSettled: useFreshLibrary(),
  })

export const useCopyReply = () =>
  useMutation({
    mutationFn: ({ id }: QuickReply) => call(quickReplyApi.copy, { body: { id } }),
    onSuccess: ({ title }) => toast.success(texts.copied(title)),
    onError: showError,
    onSettled: useFreshLibrary(),
  })

/** 导入示例: replies to begin with. */
export const useImportSamples = () =>
  useMutation({
    mutationFn: (ownerType: OwnerType) =>
      call(quickReplyApi.import, {
        body: { ownerType, onDuplicate: 'skip', dryRun: false },
        file: new File([sampleReplyTable()], texts.sampleFile),
      }),
    onSuccess: (result) => showSamples(result, texts.samplesImported(result.success)),
    onError: showError,
    onSettled: useFreshLibrary(),
  })

type GroupMove = { group: QuickReplyGroup; to: number }

export const useMoveGroup = () =>
  useOptimisticMove<Libraries, GroupMove>({
    queryKey: quickReplyKeys.library,
    run: ({ group, to }) => call(quickReplyApi.moveGroup, { body: { groupId: group.id, targetPosition: to } }),
    apply: (old, { group, to }) => withGroupAt(old, group.id, to),
    refresh: useFreshLibrary(),
  })

type ReplyMove = { reply: QuickReply; groupId: QuickReplyGroupId; to: number }

export const useMoveReply = () =>
  useOptimisticMove<Libraries, ReplyMove>({
    queryKey: quickReplyKeys.library,
    run: ({ reply, groupId, to }) => call(quickReplyApi.move, { body: { id: reply.id, groupId, targetPosition: to } }),
    apply: (old, { reply, groupId, to }) => withReplyAt(old, reply.id, groupId, to),
    refresh: useFreshLibrary(),
  })

export const useExport = () =>
  useMutation({
    mutationFn: (body: CallArgs<typeof quickReplyApi.export>['body']) => call(quickReplyApi.export, { body }),
    onSuccess: saveTable,
    onError: showError,
  })
