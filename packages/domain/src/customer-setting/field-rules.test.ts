import { CustomerSettingFields, NewField } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { DEFAULT_CUSTOMER_SETTING } from './default-setting.ts'
import { fieldNameProblem, showsInList, takesContact } from './field-rules.ts'

test.each([
  ['楼盘', [], undefined],
  ['楼盘', ['楼盘'], '字段名称已存在'],
  ['城市', [], '与系统字段重名'],
])('a field named %s beside %j: %s', (name, others, problem) => {
  expect(fieldNameProblem(name, others)).toBe(problem)
})

test.each([
  ['phone', { type: 'phone', enabled: true }, true],
  ['phone', { type: 'text', enabled: true }, true],
  ['phone', { type: 'wechat', enabled: true }, false],
  ['wechat', { type: 'wechat', enabled: false }, false],
] as const)('a %s may be written into %j: %s', (kind, field, expected) => {
  expect(takesContact(kind, field)).toBe(expected)
})

test.each([
  [{ inList: true, enabled: true }, true],
  [{ inList: true, enabled: false }, false],
  [{ inList: false, enabled: true }, false],
])('a field with %j stands in the list: %s', (field, expected) => {
  expect(showsInList(field)).toBe(expected)
})

const firstIssue = (parsed: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) => {
  const issue = parsed.error?.issues[0]
  return issue && [issue.path.join('.'), issue.message]
}

describe('a new field', () => {
  const field = {
    name: '户型',
    type: 'single',
    options: ['两房', '三房'],
    required: false,
    inList: false,
    sensitive: false,
    aiFill: false,
    enabled: true,
  }

  test.each([
    [{}, undefined],
    [{ name: '户'.repeat(11) }, ['name', '字段名称最多 10 个字']],
    [{ options: [] }, ['options', '请输入选项']],
    [{ options: ['两房', '两房'] }, ['options.1', '与上面的重复']],
    [{ options: Array.from({ length: 31 }, (_, n) => `${n}`) }, ['options', '选项最多 30 个']],
    [{ type: 'text' }, ['options', '该类型没有选项']],
  ])('with %j is answered with %j', (change, issue) => {
    expect(firstIssue(NewField.safeParse({ ...field, ...change }))).toEqual(issue)
  })
})

describe('the customer setting', () => {
  const setting = DEFAULT_CUSTOMER_SETTING
  const stages = [
    { name: '新客', color: 'grey' },
    { name: '已成交', color: 'green' },
  ]

  test.each([
    [{}, undefined],
    [{ stages: [] }, ['stages', '至少保留一个阶段']],
    [{ stages: [stages[0], stages[0]] }, ['stages.1.name', '与上面的重复']],
    [{ stages: [{ name: '', color: 'grey' }] }, ['stages.0.name', '请输入阶段名称']],
    [
      { stages: Array.from({ length: 11 }, (_each, n) => ({ name: `${n}`, color: 'grey' })) },
      ['stages', '阶段最多 10 个'],
    ],
    [{ transferReasons: [] }, ['transferReasons', '至少保留一个转接原因']],
    [{ transferReasons: ['下班', '下班'] }, ['transferReasons.1', '与上面的重复']],
    [{ transferReasons: Array.from({ length: 21 }, (_each, n) => `${n}`) }, ['transferReasons', '转接原因最多 20 个']],
    [{ unansweredMinutes: 0 }, ['unansweredMinutes', '未回复时长为 1 到 60 分钟']],
    [{ unansweredMinutes: 60 }, undefined],
    [{ unansweredMinutes: 61 }, ['unansweredMinutes', '未回复时长为 1 到 60 分钟']],
    [{ unansweredMinutes: 2.5 }, ['unansweredMinutes', '未回复时长为 1 到 60 分钟']],
  ])('with %j is answered with %j', (change, issue) => {
    expect(firstIssue(CustomerSettingFields.safeParse({ ...setting, stages, ...change }))).toEqual(issue)
  })
})
