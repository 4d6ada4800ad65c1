import { KnowledgeDetail, type RelationId } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { checkDraft, createBody, draftOf, isSameDraft, newDraft, updateBody, withoutBlanks } from './knowledge-draft.ts'

const relationId = 'a'.repeat(32) as RelationId

const entry = KnowledgeDetail.parse({
  id: 'b'.repeat(32),
  relationId,
  library: 'own',
  type: 'doc',
  title: '安装说明',
  question: '',
  similar: [],
  answer: '',
  url: '',
  origin: '安装说明.pdf',
  status: 'active',
  progress: 100,
  error: '',
  pieces: 4,
  hits: 2,
  lastHitAt: '2026-01-01T00:00:00.000Z',
  enabled: true,
  updatedBy: null,
  updatedByName: '',
  updatedAt: '2026-03-16T08:00:00.000Z',
  version: 5,
  text: '上门安装，两天完成。',
  fileName: '安装说明.pdf',
})

test.each([
  ['qa', { question: '请输入问题', answer: '请输入答案' }],
  ['doc', { file: '请选择文件' }],
  ['goods', { file: '请选择文件' }],
  ['web', { url: '请输入网址' }],
  ['image', { title: '请输入标题', answer: '请输入图片说明' }],
] as const)('a new %s that is empty misses what it is made of', (type, problems) => {
  expect(checkDraft(type, newDraft(type), undefined)).toEqual(problems)
})

test('a pasted document needs a title and its text', () => {
  expect(checkDraft('doc', { ...newDraft('doc'), body: 'text' }, undefined)).toEqual({
    title: '请输入标题',
    text: '请输入正文',
  })
})

test.each(['http://a.test/x', 'a.test', 'ftp://a.test', 'javascript:1'])('“%s” is no page we may read', (url) => {
  expect(checkDraft('web', { ...newDraft('web'), url }, undefined)).toEqual({ url: '只支持可公开访问的 https 网址' })
})

test('limits of the contract stand at their fields', () => {
  const draft = { ...newDraft('qa'), question: '问'.repeat(201), answer: '答', similar: ['好', '同'.repeat(201)] }

  expect(checkDraft('qa', draft, undefined)).toEqual({
    question: '问题最多 200 个字',
    'similar.1': '问题最多 200 个字',
  })
})

test('an entry is made only of what its type has', () => {
  const draft = { ...newDraft('qa'), title: '标题', question: '多久', answer: '两天', text: '正文', file: 'f' }

  expect(createBody(relationId, 'qa', draft)).toEqual({
    relationId,
    type: 'qa',
    question: '多久',
    similar: [],
    answer: '两天',
    enabled: true,
  })
  expect(createBody(relationId, 'doc', { ...draft, body: 'file' })).toEqual({
    relationId,
    type: 'doc',
    title: '标题',
    file: 'f',
    enabled: true,
  })
  expect(createBody(relationId, 'web', { ...draft, url: 'https://a.test', body: 'url' })).not.toHaveProperty('text')
})

test('a document that has its file needs no other, and is not indexed again for a new title', () => {
  const draft = { ...draftOf(entry), title: '安装与验收' }

  expect(checkDraft('doc', draft, entry)).toEqual({})
  expect(updateBody(entry, draft)).toEqual({
    relationId,
    id: entry.id,
    version: 5,
    title: '安装与验收',
    enabled: true,
  })
})

test('a new file or a changed text is sent', () => {
  expect(updateBody(entry, { ...draftOf(entry), file: 'f2' })).toMatchObject({ file: 'f2', text: '' })
  expect(updateBody(entry, { ...draftOf(entry), body: 'text', text: '三天完成。' })).toMatchObject({
    text: '三天完成。',
  })
  expect(updateBody(entry, { ...draftOf(entry), body: 'text', text: ` ${entry.text}\n` })).not.toHaveProperty('text')
})

test('a page whose text was pasted stays so until it is read again', () => {
  const page = { ...entry, type: 'web', url: 'https://a.test/', origin: '手动添加', fileName: '' } as const
  const draft = draftOf(page)

  expect(draft.body).toBe('text')
  expect(updateBody(page, draft)).not.toHaveProperty('text')
  expect(updateBody(page, { ...draft, body: 'url' })).toMatchObject({ text: '' })
  expect(isSameDraft(draft, { ...draft, body: 'url' })).toBe(false)
  expect(draftOf({ ...page, origin: page.url }).body).toBe('url')
})

test('blank rows are no similar questions, and only looking at the other way changes nothing', () => {
  const draft = draftOf(entry)

  expect(withoutBlanks({ ...draft, similar: [' 多久 ', '', '  '] }).similar).toEqual(['多久'])
  expect(isSameDraft(draft, { ...draft, similar: [''], body: 'text' })).toBe(true)
  expect(isSameDraft(draft, { ...draft, title: '别的' })).toBe(false)
})
