import { expect, test } from 'vitest'
import { resolveDraft } from './text-editor.tsx'

const tooLong = (value: string) => (value.length > 3 ? '最多 3 个字' : undefined)

test.each([
  ['中国', '中国', { kind: 'unchanged' }],
  // The value became another one while the box stood open, untouched.
  ['', '', { kind: 'unchanged' }],
  ['中国', ' 中国 ', { kind: 'unchanged' }],
  ['', ' 中国 ', { kind: 'changed', value: '中国' }],
  ['中国', '', { kind: 'changed', value: '' }],
  ['', '中国浙江', { kind: 'refused', problem: '最多 3 个字' }],
  // What was there before the rule is left alone.
  ['中国浙江', '中国浙江', { kind: 'unchanged' }],
] as const)('a box that began with %o and holds %o: %o', (begun, draft, outcome) => {
  expect(resolveDraft(begun, draft, tooLong)).toEqual(outcome)
})
