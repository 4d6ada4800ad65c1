import { expect, test } from 'vitest'
import { contactsOfCard } from './card-contacts.ts'

test('the fields of a lead card find their places', () => {
  const card = contactsOfCard([
    { label: '姓名', value: ' 张三 ' },
    { label: '手机号', value: '138 0000 1234' },
    { label: '城市', value: '上海' },
    { label: '预算', value: '10-15 万' },
    { label: '户型', value: '' },
  ])

  expect(card).toEqual({
    phone: { kind: 'phone', value: '13800001234', normalised: '13800001234', state: 'VALID' },
    remark: '张三',
    city: '上海',
    custom: [{ name: '预算', value: '10-15 万' }],
  })
})

test.each([
  ['+86 13800001234', 'phone', '13800001234', 'VALID'],
  ['010-12345678', 'landline', '010-12345678', 'VALID'],
  ['138****1234', 'phone', '138****1234', 'INVALID'],
  ['12345', 'phone', '12345', 'INVALID'],
])('the phone field %j of a card is %s %s, %s', (value, kind, found, state) => {
  expect(contactsOfCard([{ label: '手机号', value }]).phone).toEqual({ kind, value: found, normalised: found, state })
})

test('an empty card says nothing', () => {
  expect(contactsOfCard(['手机号', '城市', '预算'].map((label) => ({ label, value: ' \u200b' })))).toEqual({
    custom: [],
  })
})
