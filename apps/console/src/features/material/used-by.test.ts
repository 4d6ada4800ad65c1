import { expect, test } from 'vitest'
import { usersOf } from './card-facts.ts'

test.each([
  [{ usedBy: ['发卡规则「首次进线」', '发卡规则「问价」'] }, ['发卡规则「首次进线」', '发卡规则「问价」']],
  [{ usedBy: ['规则', 7, null] }, ['规则']],
  [{ usedBy: '规则' }, []],
  [null, []],
])('the refusal %j names %j', (data, names) => {
  expect(usersOf(data)).toEqual(names)
})
