import { expect, test } from 'vitest'
import { scorePartsText } from './ai-labels.ts'

test('both parts of a score are told where there are two', () => {
  expect(scorePartsText({ parts: { words: 0.316, vector: 0.8 } })).toBe('词语 0.32 · 向量 0.80')
  expect(scorePartsText({})).toBeUndefined()
})
