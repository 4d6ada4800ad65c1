import { FieldId, type FieldType, type FieldValue } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { fieldProblem, fieldText, filledFields, hidesValue } from './field-value.ts'

test.each<[FieldType, FieldValue, string | undefined]>([
  ['text', '江畔里 9 栋', undefined],
  ['number', '89', undefined],
  ['number', '-1.5', undefined],
  ['number', '89 平', '请输入数字'],
  ['date', '2026-05-01', undefined],
  ['date', '2026-13-01', '请选择日期'],
  ['date', '五月', '请选择日期'],
  ['phone', '13812345678', undefined],
  ['phone', '0571-88886666', undefined],
  ['phone', '1381234', '手机号格式不正确'],
  ['wechat', 'ruwu_2026', undefined],
  ['wechat', '2026', '微信号格式不正确'],
  ['single', '三房', undefined],
  ['single', '五房', '请选择列表中的选项'],
  ['multiple', ['三房', '两房'], undefined],
  ['multiple', ['三房', '五房'], '请选择列表中的选项'],
  ['multiple', '三房', '请选择列表中的选项'],
  ['text', ['一', '二'], '该字段只能填写一个值'],
  ['number', '', undefined],
])('%s takes %j: %s', (type, value, problem) => {
  expect(fieldProblem({ type, options: ['两房', '三房'] }, value)).toBe(problem)
})

test('several choices are read as a list', () => {
  expect(fieldText(['三房', '两房'])).toBe('三房、两房')
  expect(fieldText(undefined)).toBe('')
})

test.each<[FieldType, boolean, boolean]>([
  ['phone', false, true],
  ['wechat', false, true],
  ['text', true, true],
  ['text', false, false],
])('a %s field called sensitive (%s) hides its value: %s', (type, sensitive, isHidden) => {
  expect(hidesValue({ type, sensitive })).toBe(isHidden)
})

test('filled fields come in their order, empty ones are left out', () => {
  const [rooms, area, city] = ['1', '2', '3'].map((digit) => FieldId.parse(digit.repeat(32))) as [
    FieldId,
    FieldId,
    FieldId,
  ]
  const fields = [
    { id: rooms, name: '户型' },
    { id: area, name: '面积' },
    { id: city, name: '意向城市' },
  ]

  expect(filledFields(fields, { [city]: '杭州', [area]: '', [rooms]: ['两房', '三房'] })).toEqual([
    { name: '户型', text: '两房、三房' },
    { name: '意向城市', text: '杭州' },
  ])
})
