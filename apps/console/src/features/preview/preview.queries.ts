import { knowledgeApi, type RelationId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const previewKeys = {
  questions: (relationId: RelationId) => ['preview', 'questions', relationId] as const,
}

const SHOWN = 4

/** Suggested questions: recent unanswered ones, else from the knowledge base. */
async function fetchQuestions(relationId: RelationId): Promise<string[]> {
  const { items: misses } = await call(knowledgeApi.pageMisses, { body: { relationId } })
  if (misses.length > 0) return misses.slice(0, SHOWN).map((it) => it.question)
  const { items } = await call(knowledgeApi.page, { body: { relationId, status: 'active' } })
  return items.slice(0, SHOWN).map((it) => it.question || it.title)
}

export const useTryQuestions = (relationId: RelationId) =>
  useQuery({ queryKey: previewKeys.questions(relationId), queryFn: () => fetchQuestions(relationId) })
