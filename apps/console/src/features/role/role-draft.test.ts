import { PERMISSIONS, type Role } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { checkDraft, draftOf, isSameDraft, matrixRows, newDraft, withTick, type RoleDraft } from './role-draft.ts'

const role = {
  name: '夜班',
  description: '',
  mPerms: { im: ['im:viewPage', 'im:replyCustomer'], tag: ['tag:viewPage'], future: ['future:fly'] },
  customerScope: 'own',
} as unknown as Role

const empty: RoleDraft = newDraft(undefined, () => true)

test('ticking an edit ticks its view, unticking the view unticks the edit', () => {
  const ticked = withTick(empty, 'tag:settingsEdit', true)
  expect(ticked.permissions).toEqual(['tag:viewPage', 'tag:settingsEdit'])

  expect(withTick(ticked, 'tag:viewPage', false).permissions).toEqual([])
  expect(withTick(ticked, 'tag:settingsEdit', false).permissions).toEqual(['tag:viewPage'])
})

test('a form is dirty when it would save something else', () => {
  const draft = draftOf(role)

  expect(isSameDraft(draft, { ...draft, name: ' 夜班 ', permissions: draft.permissions.toReversed() })).toBe(true)
  expect(isSameDraft(draft, { ...draft, customerScope: 'all' })).toBe(false)
  expect(isSameDraft(draft, withTick(draft, 'tag:viewPage', false))).toBe(false)
})

test('the copy of a long name still fits', () => {
  const { name } = newDraft({ ...role, name: '字'.repeat(19) + '🎉' }, () => true)

  expect(name).toBe(`${'字'.repeat(17)} 副本`)
  expect(checkDraft({ ...empty, name })).toEqual({})
})

test('a copy carries a new name and only what its maker may grant', () => {
  const copy = newDraft(role, (permission) => permission !== 'tag:viewPage')

  expect(copy.name).toBe('夜班 副本')
  expect(copy.permissions).toEqual(['im:viewPage', 'im:replyCustomer'])
})

test.each([
  [{ name: ' ' }, { name: '请输入角色名称' }],
  [{ name: '字'.repeat(21) }, { name: '角色名称最多 20 个字' }],
  [{ name: '夜班', description: '字'.repeat(101) }, { description: '说明最多 100 个字' }],
  [{ name: '夜班' }, {}],
])('a role with %j says %j', (change, errors) => {
  expect(checkDraft({ ...empty, ...change })).toEqual(errors)
})

test('the matrix shows every permission of the contract exactly once, in ten lines', () => {
  const shown = matrixRows().flatMap(({ permissions }) => permissions.map((it) => it.permission))

  expect(shown.toSorted()).toEqual([...PERMISSIONS].toSorted())
  expect(matrixRows().map((it) => it.row)).toEqual([
    '私信',
    '渠道账号',
    '数据统计',
    '标签',
    '自动化',
    '客服管理',
    '积分',
    '企业设置',
    '快捷回复',
    '日志',
  ])
})
