import { expect, test } from 'vitest'
import { isTelephone } from './telephone.ts'

test.each([
  ['13800005678', true],
  ['19912345678', true],
  ['12800005678', false],
  ['23800005678', false],
  ['1380000567', false],
  ['138000056789', false],
  ['+8613800005678', false],
  ['138 0000 5678', false],
  ['１３８００００５６７８', false],
  ['', false],
])('%j is a telephone number: %s', (value, expected) => {
  expect(isTelephone(value)).toBe(expected)
})
