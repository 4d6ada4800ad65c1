import {
  knowledgeApi,
  type CallArgs,
  type CandidateId,
  type Knowledge,
  type KnowledgeId,
  type LibraryName,
  type MissId,
  type RelationId,
} from '@ruwu/contract'
import { sampleQuestionTable } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { showSamples } from '../../form/table-import/show-samples.ts'
import { texts as formTexts } from '../../form/texts.ts'
import type { QuestionAndAnswer } from '../ai-run/index.ts'
import { knowledgeKeys } from './knowledge.queries.ts'
import { texts } from './texts.ts'

export function useFreshKnowledge(relationId: RelationId) {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: knowledgeKeys.account(relationId) })
}

export type SaveBody = CallArgs<typeof knowledgeApi.save>['body']
export type UpdateBody = CallArgs<typeof knowledgeApi.update>['body']

export function useSaveKnowledge(relationId: RelationId) {
  const refresh = useFreshKnowledge(relationId)
  return useMutation({
    mutationFn: (entry: { create: SaveBody } | { update: UpdateBody }) =>
      'create' in entry
        ? call(knowledgeApi.save, { body: entry.create })
        : call(knowledgeApi.update, { body: entry.update }),
    onSuccess: () => toast.success(formTexts.saved),
    onSettled: refresh,
  })
}

export function useEnableKnowledge() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ entry: { relationId, id, version }, enabled }: { entry: Knowledge; enabled: boolean }) =>
      call(knowledgeApi.update, { body: { relationId, id, version, enabled } }),
    onError: showError,
    onSettled: (_, __, { entry }) => cache.invalidateQueries({ queryKey: knowledgeKeys.account(entry.relationId) }),
  })
}

export function useRelearn(relationId: RelationId) {
  const refresh = useFreshKnowledge(relationId)
  return useMutation({
    mutationFn: (id: KnowledgeId) => call(knowledgeApi.relearn, { body: { relationId, id } }),
    onSuccess: () => toast.success(texts.relearning),
    onError: showError,
    onSettled: refresh,
  })
}

export function useRemoveKnowledge(relationId: RelationId) {
  const refresh = useFreshKnowledge(relationId)
  return useMutation({
    mutationFn: ({ id }: Pick<Knowledge, 'id' | 'title'>) => call(knowledgeApi.remove, { query: { relationId, id } }),
    onSuccess: (_, { title }) => toast.success(texts.removed(title)),
    onError: showError,
    onSettled: refresh,
  })
}

export function useMoveKnowledge(relationId: RelationId) {
  const refresh = useFreshKnowledge(relationId)
  return useMutation({
    mutationFn: ({ id, library }: { id: KnowledgeId; library: LibraryName }) =>
      call(knowledgeApi.move, { body: { relationId, id, library } }),
    onSuccess: (_, { library }) => toast.success(texts.moved[library]),
    onError: showError,
    onSettled: refresh,
  })
}

/** 导入示例: questions to begin with. Their answers are invented, so they are switched off until the enterprise has corrected them. */
export function useImportSamples(relationId: RelationId, library: LibraryName) {
  const refresh = useFreshKnowledge(relationId)
  return useMutation({
    mutationFn: () =>
      call(knowledgeApi.import, {
        body: { relationId, library, onDuplicate: 'skip', dryRun: false, enabled: false },
        file: new File([sampleQuestionTable()], texts.sampleFile),
      }),
    onSuccess: (result) => showSamples(result, texts.samplesImported(result.success)),
    onError: showError,
    onSettled: refresh,
  })
}

/** Whether the account takes part in 企业知识库. */
export function useUseShared(relationId: RelationId) {
  const refresh = useFreshKnowledge(relationId)
  return useMutation({
    mutationFn: (enabled: boolean) => call(knowledgeApi.useShared, { body: { relationId, enabled } }),
    onSuccess: (_, enabled) => toast.success(enabled ? texts.usesShared : texts.usesOwnOnly),
    onError: showError,
    onSettled: refresh,
  })
}

/** Accepts with an answer, rejects without. */
export function useReviewCandidate(relationId: RelationId) {
  const refresh = useFreshKnowledge(relationId)
  return useMutation({
    mutationFn: ({ id, entry }: { id: CandidateId; entry?: QuestionAndAnswer }) =>
      call(knowledgeApi.reviewCandidate, {
        body: { relationId, id, action: entry ? 'accept' : 'reject', ...entry },
      }),
    onSuccess: (_, { entry }) => toast.success(entry ? texts.accepted : texts.rejected),
    onSettled: refresh,
  })
}

/** Answers with a text, ignores without. */
export function useResolveMiss(relationId: RelationId) {
  const refresh = useFreshKnowledge(relationId)
  return useMutation({
    mutationFn: ({ id, entry }: { id: MissId; entry?: QuestionAndAnswer }) =>
      call(knowledgeApi.settleMiss, { body: { relationId, id, action: entry ? 'answer' : 'ignore', ...entry } }),
    onSuccess: (_, { entry }) => toast.success(entry ? texts.filled : texts.ignored),
    onSettled: refresh,
  })
}
