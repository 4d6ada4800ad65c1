import { expect, test } from 'vitest'
import { CARD_STATES, cardStateOf, isFurther } from './platform-card.ts'

test.each([
  ['sent', ['clicked', 'copied', 'submitted']],
  ['blank', ['clicked', 'copied', 'submitted']],
  [undefined, ['clicked', 'copied', 'submitted']],
  ['clicked', ['copied', 'submitted']],
  ['copied', []],
  ['submitted', []],
  ['filled', []],
])('from %s a card goes on to %j and never back', (before, further) => {
  expect(CARD_STATES.filter((to) => isFurther(to, before))).toEqual(further)
})

test('a word nobody knows says nothing', () => {
  expect(cardStateOf('toString')).toBeUndefined()
  expect(cardStateOf('filled')).toBe('submitted')
})
