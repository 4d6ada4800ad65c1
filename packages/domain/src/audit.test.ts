import { expect, test } from 'vitest'
import { auditChange, auditFilterText, auditLabel, type AuditValues, changesText } from './audit.ts'

test.each<[string, AuditValues | undefined, AuditValues | undefined, object, object]>([
  [
    'only fields that differ',
    { name: '林', role: '客服' },
    { name: '林', role: '主管' },
    { role: '客服' },
    { role: '主管' },
  ],
  ['all fields of a new object', undefined, { name: '夜班', enabled: true }, {}, { name: '夜班', enabled: '是' }],
  ['nothing for an empty value', { name: '夜班', description: '' }, undefined, { name: '夜班' }, {}],
  ['lists and objects as text', { parts: ['a'] }, { parts: ['a', 'b'] }, { parts: 'a' }, { parts: 'a、b' }],
  ['nested switches', {}, { quiet: { enabled: false, from: '22:00' } }, {}, { quiet: '否 22:00' }],
  [
    'no whole telephone',
    { telephone: '13800001234' },
    { telephone: '13900005678' },
    { telephone: '138****1234' },
    { telephone: '139****5678' },
  ],
  ['no contact inside a text', {}, { description: '打 13800001234 找我' }, {}, { description: '打 138****1234 找我' }],
  [
    'a changed key without its value',
    { key: 'sk-old' },
    { key: 'sk-new' },
    { key: '******' },
    { key: '******（已更改）' },
  ],
  [
    'that masked values which look the same differ',
    { telephone: '13800001234' },
    { telephone: '13811111234' },
    { telephone: '138****1234' },
    { telephone: '138****1234（已更改）' },
  ],
])('the log keeps %s', (_what, before, after, expectedBefore, expectedAfter) => {
  expect(auditChange(before, after)).toEqual({ before: expectedBefore, after: expectedAfter })
})

test('the order of keys is no change', () => {
  expect(auditChange({ quiet: { from: '22:00', enabled: true } }, { quiet: { enabled: true, from: '22:00' } })).toEqual(
    {
      before: {},
      after: {},
    },
  )
})

test('a long value is cut', () => {
  expect(auditChange({}, { description: '长'.repeat(1000) }).after.description).toHaveLength(300)
})

test('an action that no longer exists is shown by its name', () => {
  expect(auditLabel('auth.login')).toBe('登录')
  expect(auditLabel('gone.action')).toBe('gone.action')
})

test('changes read as one text, devices by name', () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

  expect(changesText({ before: { role: '客服', limit: '5' }, after: { role: '主管', device: firefox } })).toBe(
    '角色：客服 → 主管\n接待上限：5 → （空）\n设备：Firefox · Linux',
  )
})

test('the filter of the log in words', () => {
  expect(auditFilterText({}, undefined, 'Asia/Shanghai')).toBe('全部')
  expect(
    auditFilterText(
      { action: 'role.edit', to: '2026-03-16T16:00:00.000Z', keyword: '夜班' },
      '林小满',
      'Asia/Shanghai',
    ),
  ).toBe('客服：林小满，动作：修改角色，日期：至 2026-03-16，关键词：夜班')
})
