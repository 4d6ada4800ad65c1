import { knowledgeApi, type RelationId } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { texts } from './texts.ts'

export const previewKeys = {
  /** Without an account: of all accounts. */
  questions: (relationId?: RelationId) => ['preview', 'questions', ...(relationId ? [relationId] : [])] as const,
}

const SHOWN = 4
const LIBRARIES = ['own', 'shared'] as const

/** Suggested questions: recent unanswered ones, else those of the Q&A knowledge, else general ones. Documents have titles, not questions. */
export async function fetchQuestions(relationId: RelationId): Promise<string[]> {
  const { items: misses } = await call(knowledgeApi.pageMisses, { body: { relationId } })
  if (misses.length > 0) return misses.slice(0, SHOWN).map((it) => it.question)
  for (const library of LIBRARIES) {
    const body = { relationId, library, status: 'active', type: 'qa' } as const
    const { items, usesShared } = await call(knowledgeApi.page, { body })
    const isSearched = library === 'own' || usesShared
    if (isSearched && items.length > 0) return items.slice(0, SHOWN).map((it) => it.question)
  }
  return [...texts.generalQuestions]
}

export const useTryQuestions = (relationId: RelationId) =>
  useQuery({ queryKey: previewKeys.questions(relationId), queryFn: () => fetchQuestions(relationId) })
