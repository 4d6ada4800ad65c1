import { AiDraft } from '@ruwu/contract'
import { expect, test } from 'vitest'
import {
  changesBetween,
  checkDraft,
  draftErrorsOf,
  errorAt,
  isSameDraft,
  partOf,
  rebased,
  withoutBlanks,
} from './agent-draft.ts'

const usual = AiDraft.parse({})
const withRole = (role: Partial<AiDraft['role']>, draft = usual): AiDraft => ({
  ...draft,
  role: { ...draft.role, ...role },
})
const withScript = (script: Partial<AiDraft['script']>, draft = usual): AiDraft => ({
  ...draft,
  script: { ...draft.script, ...script },
})

test('rows in which nothing was written are not saved, and do not count as a change', () => {
  const typed = withScript({
    mustSay: [' 免费量房 ', '', '  '],
    scenes: [
      { when: '', guide: ' ' },
      { when: '问价格', guide: '' },
    ],
  })

  expect(withoutBlanks(typed).script).toMatchObject({
    mustSay: ['免费量房'],
    scenes: [{ when: '问价格', guide: '' }],
  })
  expect(isSameDraft(usual, withScript({ mustSay: [''] }))).toBe(true)
  expect(isSameDraft(usual, typed)).toBe(false)
})

test('changes are named by their fields', () => {
  const typed = withRole({ business: '全屋定制', length: 'short' })

  expect(changesBetween(usual, typed, {})).toEqual(['业务介绍', '回复长度'])
})

test('what was typed stays over what a colleague has saved meanwhile', () => {
  const typed = withRole({ business: '我写的' })
  const latest = withScript({ price: 'range' }, withRole({ name: '小木', business: '同事写的' }))

  const draft = rebased(usual, typed, latest)

  expect(draft.role).toMatchObject({ name: '小木', business: '我写的' })
  expect(draft.script.price).toBe('range')
})

test('a refusal names the field and the tab it stands under', () => {
  const errors = checkDraft(withScript({ scenes: [{ when: '问价格', guide: '' }] }, withRole({ name: ' ' })))

  expect(errors).toEqual({ 'role.name': '请输入名称', 'script.scenes.0.guide': '请输入指引' })
  expect(errorAt(errors, 'script.scenes')).toBe('请输入指引')
  expect(errorAt(errors, 'script.scene')).toBeUndefined()
  expect(partOf('script.scenes.0.guide')).toBe('script')
  expect(partOf('version')).toBeUndefined()
})

test('the server’s refusals land at the same fields', () => {
  expect(draftErrorsOf({ 'draft.goal.onReached.materialId': '卡片不存在' })).toEqual({
    'goal.onReached.materialId': '卡片不存在',
  })
})
