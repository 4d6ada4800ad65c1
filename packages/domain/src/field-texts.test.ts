import { expect, test } from 'vitest'
import { requiredText } from './field-texts.ts'

test.each([
  ['企业名称', undefined, '请输入企业名称'],
  ['手机号', 'input', '请输入手机号'],
  ['行业', 'select', '请选择行业'],
] as const)('a missing %s (%s) reads %s', (label, kind, expected) => {
  expect(requiredText(label, kind)).toBe(expected)
})
