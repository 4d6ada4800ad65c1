import { AgentDetail, RelationId, RoleId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { sample } from '../../testing/sample.ts'
import { BLANK, changedFields, checkDraft, draftOf, isSameDraft } from './agent-draft.ts'

const [a, b] = [RelationId.parse('a'.repeat(32)), RelationId.parse('b'.repeat(32))]
const lin = draftOf(sample(AgentDetail, { name: '林小满', telephone: '13900000001', limit: 50, accountScope: [a, b] }))

test('an empty form names what is missing, from the top', () => {
  expect(Object.entries(checkDraft(BLANK))).toEqual([
    ['name', '请输入姓名'],
    ['telephone', '请输入正确的手机号'],
    ['roleId', '请选择角色'],
  ])
})

test.each([
  [{ limit: null }, { limit: '接待上限须为 1 到 200' }],
  [{ limit: 201 }, { limit: '接待上限须为 1 到 200' }],
  [{ accountScope: [] }, { accountScope: '请选择渠道账号' }],
  [{ telephone: '139' }, { telephone: '请输入正确的手机号' }],
])('%j says %j', (change, problems) => {
  expect(checkDraft({ ...lin, ...change })).toEqual(problems)
})

test('only what differs is sent, trimmed; the order of accounts is no difference', () => {
  const roleId = RoleId.parse('c'.repeat(32))

  expect(isSameDraft(lin, { ...lin, name: ' 林小满 ', accountScope: [b, a] })).toBe(true)
  expect(changedFields({ ...lin, name: ' 林晓曼 ', accountScope: [b, a], roleId }, lin)).toEqual({
    name: '林晓曼',
    roleId,
  })
  expect(changedFields({ ...lin, accountScope: null }, lin)).toEqual({ accountScope: null })
})
