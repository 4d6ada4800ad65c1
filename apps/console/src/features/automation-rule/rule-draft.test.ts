import { AutomationRule } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { sample } from '../../testing/sample.ts'
import { sampleTemplates } from '../../testing/sample-templates.ts'
import {
  blankDraft,
  checkDraft,
  copyOf,
  draftOf,
  isSameDraft,
  newAction,
  newCondition,
  templateDraft,
} from './rule-draft.ts'

const rule = sample(AutomationRule, {
  name: '关键词自动回复关键词自动回复关键词自动',
  event: { type: 'message_in' },
  conditions: { op: 'all', items: [] },
  actions: [{ type: 'archive', params: {} }],
  status: 'stopped',
})

test('a rule that stopped by itself is edited as switched off, and its copy is a draft that can be saved', () => {
  expect(draftOf(rule).status).toBe('off')
  expect(copyOf(rule)).toMatchObject({ status: 'draft', name: expect.stringMatching(/ 副本$/) })
  expect(checkDraft(copyOf(rule))).toEqual({})
})

test('the status alone is no change of the form', () => {
  expect(isSameDraft(draftOf(rule), { ...draftOf(rule), status: 'on' })).toBe(true)
  expect(isSameDraft(draftOf(rule), { ...draftOf(rule), stopOnMatch: true })).toBe(false)
})

test('an empty form names what is missing, and a bad expression is named at its place', () => {
  expect(checkDraft(blankDraft())).toEqual({ name: '请输入规则名称', actions: '请添加动作' })

  const text = newCondition('text')
  const bad = { ...text, match: 'regex', words: ['(a+)+'] } as typeof text
  const draft = {
    ...draftOf(rule),
    conditions: {
      op: 'all' as const,
      items: [newCondition('ad'), { type: 'group' as const, op: 'any' as const, items: [bad] }],
    },
    actions: [newAction('add_tags')],
  }
  expect(checkDraft(draft)).toEqual({
    'actions.0.params.tagIds': '请选择标签',
    'conditions.items.1.items.0.words': '正则表达式不正确或过于复杂',
  })
})

test('a template begins a rule; an unknown one begins a blank one', () => {
  const silence = sampleTemplates().rules.find(({ id }) => id === 'silence')
  expect(templateDraft(silence)).toMatchObject({ name: '沉默归档', event: { type: 'customer_silent' } })
  expect(templateDraft(undefined)).toEqual(blankDraft())
})
