import type { KnowledgeId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import type { Found } from './engine.ts'
import { judge } from './judge.ts'

const found = (...scores: number[]): Found[] =>
  scores.map((score, index) => ({
    knowledgeId: `${index}` as KnowledgeId,
    type: 'qa',
    title: '',
    piece: '',
    answer: '',
    no: index,
    labels: [],
    score,
  }))

test.each<[string, number[], number, string, number]>([
  ['nothing', [], 0.35, 'miss', 0],
  ['one that is sure', [0.9], 0.35, 'answer', 0],
  ['the first with a clear lead', [0.5, 0.3, 0.1], 0.35, 'answer', 0],
  ['the first exactly at the line', [0.35, 0.1], 0.35, 'answer', 0],
  ['the same below a line of its own', [0.35, 0.1], 0.6, 'miss', 0],
  ['two that are equal', [0.45, 0.45], 0.35, 'choose', 2],
  ['two that are close', [0.5, 0.44, 0.1], 0.35, 'choose', 2],
  ['three that are unsure', [0.2, 0.15, 0.1, 0.1], 0.35, 'choose', 3],
  ['one unsure, the others far', [0.3, 0.1, 0.05], 0.35, 'miss', 0],
  ['one below a strict line', [0.98, 0.02], 0.99, 'miss', 0],
  ['many that are unlikely', [0.1, 0.1, 0.1, 0.1], 0.35, 'miss', 0],
])('%s: %j from %f on is %s', (_what, scores, hitFrom, kind, choices) => {
  const judgement = judge(found(...scores), hitFrom)

  expect(judgement.kind).toBe(kind)
  expect(judgement.kind === 'choose' ? judgement.choices.length : 0).toBe(choices)
})

test.each<[string, (0 | 1)[], string]>([
  ['an own piece before a shared one', [0, 1], 'answer'],
  ['a shared piece before an own one', [1, 0], 'choose'],
  ['two own pieces', [0, 0], 'choose'],
  ['two shared pieces', [1, 1], 'choose'],
  ['an own piece behind both', [0, 1, 0], 'choose'],
])('of equal scores %s: %s', (_what, shared, kind) => {
  const pieces = found(...shared.map(() => 0.4)).map((each, index) => ({ ...each, isShared: shared[index] === 1 }))

  expect(judge(pieces, 0.35).kind).toBe(kind)
})
