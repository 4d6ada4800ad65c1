import { expect, test } from 'vitest'
import { basisOf } from './knowledge.ts'

test('the best piece comes first, and what is no piece is left out', () => {
  const knowledge = JSON.stringify([
    { title: '安装费', score: 0.42 },
    { title: '价目表', score: 0.91 },
    { name: '?' },
    null,
  ])

  expect(basisOf({ type: 'text', extra: { knowledge } })).toEqual([
    { title: '价目表', score: 0.91 },
    { title: '安装费', score: 0.42 },
  ])
})

test.each(['', 'not a list', '{}'])('“%s” says nothing', (knowledge) => {
  expect(basisOf({ type: 'text', extra: { knowledge } })).toEqual([])
})

test('an answer without it says nothing either', () => {
  expect(basisOf({ type: 'text' })).toEqual([])
})
