import { MaterialId, RelationId, type Material } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { checkDraft, createBody, draftOf, isSameDraft, newDraft, updateBody } from './material-draft.ts'

const relationId = RelationId.parse('a'.repeat(32))
const card = {
  id: MaterialId.parse('b'.repeat(32)),
  version: 4,
  name: '预约量房',
  agentIds: [],
  afterText: '',
  expireAt: null,
  enabled: true,
  title: '免费上门量房',
  image: '/api/attachment/x',
  fields: ['phone'],
} as unknown as Material
const draft = draftOf(card)

test('a new card says what is missing, from top to bottom', () => {
  expect(Object.entries(checkDraft(relationId, undefined, newDraft()))).toEqual([
    ['name', '请输入名称'],
    ['title', '请输入标题'],
    ['image', '请选择图片'],
  ])
})

test('a card made on the platform may have no picture here and is still saved', () => {
  const bare = { ...card, title: '', image: '' }

  expect(checkDraft(relationId, bare, { ...draftOf(bare), name: '新名称' })).toEqual({})
})

test('the telephone number cannot be left out', () => {
  expect(checkDraft(relationId, undefined, { ...draft, fields: ['city'] })).toEqual({ fields: '手机号为必选字段' })
})

test('only a changed content goes to the platform', () => {
  expect(updateBody(card, { ...draft, name: '量房' })).not.toHaveProperty('title')
  expect(updateBody(card, { ...draft, title: '新标题' })).toMatchObject({
    title: '新标题',
    image: card.image,
    version: 4,
  })
  expect(createBody(relationId, draft)).toMatchObject({ type: 'lead_form', title: card.title })
})

test('spaces around a text are no change', () => {
  expect(isSameDraft(draft, { ...draft, name: ' 预约量房 ' })).toBe(true)
  expect(isSameDraft(draft, { ...draft, fields: ['phone', 'city'] })).toBe(false)
})
