import { Candidate, Knowledge, KnowledgePiece, Miss, RelationId, WhereUsed, knowledgeApi } from '@ruwu/contract'
import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testConfirmRules, testFormRules } from '../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { KnowledgeTab } from './knowledge-tab.tsx'

const relationId = sample(RelationId)
const entry = sample(Knowledge, { relationId, library: 'own', title: '售后手册', type: 'doc', status: 'active' })
const candidate = sample(Candidate, { question: '能开发票吗？', answer: '可以' })
const miss = sample(Miss, { question: '能分期吗？' })
const page = <T,>(items: T[]) => ({ items, total: items.length, page: 1, pageSize: 20 })

async function open(search: string, seen: string) {
  const server = createFakeServer()
  server.answer(knowledgeApi.page, { ...page([entry]), inUse: 1, usesShared: true })
  server.answer(knowledgeApi.pageCandidates, page([candidate]))
  server.answer(knowledgeApi.pageMisses, page([miss]))
  server.answer(knowledgeApi.reviewCandidate, candidate)
  server.answer(knowledgeApi.settleMiss, miss)
  server.answer(knowledgeApi.remove, true)
  server.answer(knowledgeApi.move, { ...entry, library: 'shared' })
  server.answer(knowledgeApi.useShared, true)
  server.answer(knowledgeApi.hitTest, [])
  const tab = await openLayer(() => <KnowledgeTab relationId={relationId} canEdit threshold={0.5} />, {
    server,
    path: `/channel?${search}`,
  })
  await screen.findByText(seen)
  return tab
}

const pick = async (tab: Awaited<ReturnType<typeof open>>, item: string) => {
  await tab.user.click(tab.button('「售后手册」的更多操作'))
  await tab.user.click(await screen.findByText(item, { selector: '[role=menuitem] *' }))
}

testConfirmRules({
  open: () => open('', '售后手册'),
  ask: (tab) => pick(tab, '删除'),
  title: '删除「售后手册」？',
  endpoint: knowledgeApi.remove,
  sent: { query: { relationId, id: entry.id } },
})

testConfirmRules({
  open: () => open('', '售后手册'),
  ask: (tab) => pick(tab, '移到企业共享'),
  title: '将「售后手册」移到企业共享？',
  endpoint: knowledgeApi.move,
  sent: { body: { relationId, id: entry.id, library: 'shared' } },
})

test('the shared library is listed apart, with the account’s switch; one click is one call', async () => {
  const tab = await open('sub=shared', '本账号使用企业知识库')
  await screen.findByText('售后手册')
  const useShared = screen.getByRole('switch', { name: '本账号使用企业知识库' })

  await tab.user.dblClick(useShared)

  await expect.poll(() => tab.toasts).toEqual(['success: 已停用企业知识库'])
  expect(tab.server.calls(knowledgeApi.useShared)).toEqual([{ body: { relationId, enabled: false } }])
  expect(tab.server.calls(knowledgeApi.page)[0]?.body).toMatchObject({ relationId, library: 'shared' })
})

test('a new entry goes to the library that is shown', async () => {
  const tab = await open('sub=shared&entry=new-qa', '售后手册')
  tab.server.answer(knowledgeApi.save, entry)

  await tab.fill('问题', '在哪')
  await tab.fill('答案', '杭州')
  await tab.user.click(tab.button('保存'))

  await expect.poll(() => tab.server.calls(knowledgeApi.save).map(({ body }) => body.library)).toEqual(['shared'])
})

test('a question is tried out with one call and its hits are shown against the threshold', async () => {
  const tab = await open('layer=hit', '售后手册')
  tab.server.answer(knowledgeApi.hitTest, [
    sample(KnowledgePiece, { title: '保修', piece: '保修五年', score: 0.82 }),
    sample(KnowledgePiece, { title: '运费', piece: '运费自理', score: 0.31 }),
  ])
  expect(tab.button('测试')).toHaveProperty('disabled', true)

  await tab.fill('客户的问题', '保修几年')
  await tab.user.keyboard('{Enter}{Enter}')

  expect(await screen.findByText('保修五年')).toBeTruthy()
  expect(screen.getAllByText('低于采用线')).toHaveLength(1)
  expect(tab.server.calls(knowledgeApi.hitTest)).toEqual([{ body: { relationId, question: '保修几年' } }])
})

test('a hit test that fails says so and keeps the question', async () => {
  const tab = await open('layer=hit', '售后手册')
  tab.server.refuse(knowledgeApi.hitTest, 'tooOften')

  await tab.fill('客户的问题', '保修几年')
  await tab.user.click(tab.button('测试'))

  await expect.poll(() => tab.toasts).toEqual(['error: 操作过于频繁，请稍后再试'])
  expect(valueIn('客户的问题')).toBe('保修几年')
})

test('where an entry is used is opened from its menu; the focus returns to the menu button', async () => {
  const tab = await open('', '售后手册')
  tab.server.answer(knowledgeApi.whereUsed, sample(WhereUsed, { title: '售后手册' }))
  tab.server.answer(knowledgeApi.usage, { items: [], nextCursor: null, isScoped: false })

  await pick(tab, '引用情况')
  await screen.findByRole('dialog', { name: '「售后手册」的引用情况' })
  await tab.user.keyboard('{Escape}')

  await expect.poll(() => tab.isOpen()).toBe(false)
  expect(document.activeElement).toBe(tab.button('「售后手册」的更多操作'))
})

test('a candidate is put aside with one call', async () => {
  const tab = await open('sub=candidate', '能开发票吗？')

  await tab.user.dblClick(tab.button('忽略'))

  await expect.poll(() => tab.toasts).toEqual(['success: 已忽略'])
  expect(tab.server.calls(knowledgeApi.reviewCandidate)[0]?.body).toMatchObject({ id: candidate.id, action: 'reject' })
  expect(tab.server.calls(knowledgeApi.reviewCandidate)).toHaveLength(1)
})

testFormRules({
  open: async () => {
    const tab = await open('sub=candidate', '能开发票吗？')
    return opened(tab, '采纳')
  },
  edit: (tab) => tab.fill('答案', '可以，电子发票'),
  typed: () => valueIn('答案'),
  endpoint: knowledgeApi.reviewCandidate,
  sent: {
    body: { relationId, id: candidate.id, action: 'accept', question: '能开发票吗？', answer: '可以，电子发票' },
  },
})

testFormRules({
  open: async () => {
    const tab = await open('sub=miss', '能分期吗？')
    return opened(tab, '补充答案')
  },
  edit: (tab) => tab.fill('答案', '支持十二期'),
  typed: () => valueIn('答案'),
  endpoint: knowledgeApi.settleMiss,
  sent: { body: { relationId, id: miss.id, action: 'answer', question: '能分期吗？', answer: '支持十二期' } },
})

test('an answer that is being typed stays when a colleague reviews its question', async () => {
  const tab = await opened(await open('sub=candidate', '能开发票吗？'), '采纳')
  await tab.fill('答案', '可以，电子发票')

  tab.server.answer(knowledgeApi.pageCandidates, page([]))
  await act(() => tab.cache.invalidateQueries({ queryKey: ['knowledge'] }))
  await screen.findByText(/暂无待审核问答/)

  expect(valueIn('答案')).toBe('可以，电子发票')
})

test('an answer is required before a question becomes knowledge', async () => {
  const tab = await opened(await open('sub=miss', '能分期吗？'), '补充答案')

  await tab.user.click(within(screen.getByRole('dialog')).getByText('保存'))

  expect(await screen.findByText('请输入答案')).toBeTruthy()
  expect(tab.server.calls(knowledgeApi.settleMiss)).toEqual([])
})

/** With the dialog that this button opens; its focus has to return to the button. */
async function opened(tab: Awaited<ReturnType<typeof open>>, name: string) {
  const opener = tab.button(name)
  await tab.user.click(opener)
  return { ...tab, expectClosed: () => tab.expectClosed(opener) }
}

test('an empty library takes the sample questions in one click', async () => {
  const server = createFakeServer()
  server.answer(knowledgeApi.page, { ...page([]), inUse: 0, usesShared: true })
  server.answer(knowledgeApi.pageCandidates, page([]))
  server.answer(knowledgeApi.pageMisses, page([]))
  server.answer(knowledgeApi.import, { success: 8, duplicates: 0, failed: [] })
  const tab = await openLayer(() => <KnowledgeTab relationId={relationId} canEdit />, { server, path: '/channel' })

  await tab.user.dblClick(await screen.findByRole('button', { name: '导入示例' }))

  await expect.poll(() => tab.toasts).toEqual(['success: 已导入 8 条示例问答，按实际情况修改后启用'])
  expect(server.calls(knowledgeApi.import).map(({ body }) => body)).toEqual([
    { relationId, library: 'own', onDuplicate: 'skip', dryRun: false, enabled: false },
  ])
})
