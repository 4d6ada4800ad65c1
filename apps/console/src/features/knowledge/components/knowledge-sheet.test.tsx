import { KnowledgeDetail, RelationId, knowledgeApi, type KnowledgeType } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { KnowledgeSheet } from './knowledge-sheet.tsx'

const relationId = sample(RelationId)
const entry = sample(KnowledgeDetail, {
  relationId,
  question: '多久上门？',
  answer: '三天内',
  enabled: true,
  version: 7,
})

function open(type: KnowledgeType, kept?: KnowledgeDetail, canEdit = true) {
  const server = createFakeServer()
  server.answer(knowledgeApi.save, entry)
  server.answer(knowledgeApi.update, entry)
  return openLayer(
    (close) => (
      <KnowledgeSheet
        relationId={relationId}
        library="own"
        type={type}
        entry={kept}
        canEdit={canEdit}
        onClose={close}
      />
    ),
    { server },
  )
}

testFormRules({
  open: () => open('qa'),
  edit: async (sheet) => {
    await sheet.fill('问题', '保修几年？')
    await sheet.fill('答案', '五年')
  },
  typed: () => [valueIn('问题'), valueIn('答案')],
  endpoint: knowledgeApi.save,
  sent: { body: expect.objectContaining({ relationId, type: 'qa', question: '保修几年？', answer: '五年' }) },
})

test('a changed answer is saved over the version the form began with', async () => {
  const sheet = await open('qa', entry)

  await sheet.fill('答案', '两天内')
  await sheet.user.click(sheet.button('保存'))

  await sheet.expectClosed()
  expect(sheet.server.calls(knowledgeApi.update)[0]?.body).toMatchObject({ id: entry.id, version: 7, answer: '两天内' })
})

test.each<[KnowledgeType, string, string, string[]]>([
  ['qa', '问题', '保修几年？', ['请输入答案']],
  ['qa', '答案', '五年', ['请输入问题']],
  ['qa', '问题', '一'.repeat(201), ['问题最多 200 个字', '请输入答案']],
  ['web', '网址', 'http://example.com', ['只支持可公开访问的 https 网址']],
  ['image', '标题', '样板间', ['请输入图片说明']],
  ['doc', '标题', '售后手册', ['请选择文件']],
])('%s with only %s %j is refused before it is sent', async (type, label, text, messages) => {
  const sheet = await open(type)

  await sheet.fill(label, text)
  await sheet.user.click(sheet.button('保存'))

  for (const message of messages) expect(await screen.findByText(message)).toBeTruthy()
  expect(sheet.server.calls(knowledgeApi.save)).toEqual([])
})

test('other ways to ask are added row by row; empty rows are left out', async () => {
  const sheet = await open('qa', entry)

  await sheet.user.click(sheet.button('添加相似问'))
  await sheet.fill('相似问 1', '几天能来？')
  await sheet.user.click(sheet.button('添加相似问'))
  await sheet.user.click(sheet.button('保存'))

  await sheet.expectClosed()
  expect(sheet.server.calls(knowledgeApi.update)[0]?.body.similar).toEqual(['几天能来？'])
})

test('the entry of a colleague, saved meanwhile, is shown on demand', async () => {
  const sheet = await open('qa', entry)
  sheet.server.refuse(knowledgeApi.update, 'stale')
  sheet.server.answer(knowledgeApi.detail, { ...entry, answer: '当天', version: 8 })
  await sheet.fill('答案', '两天内')
  await sheet.user.click(sheet.button('保存'))

  await sheet.answer('内容已被更新，请刷新后重试', '查看最新')

  await expect.poll(() => valueIn('答案')).toBe('当天')
})

test('without permission the entry can only be read', async () => {
  await open('qa', entry, false)

  expect(screen.getByLabelText('答案')).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: '保存' })).toBeNull()
})

test('a table of goods names its columns and has a template', async () => {
  const sheet = await open('goods')
  sheet.server.refuse(knowledgeApi.template, 'tooOften')

  expect(screen.getByText(/第一行写列名，例如：名称、价格、说明/)).toBeTruthy()
  await sheet.user.click(sheet.button('下载模板'))

  await expect.poll(() => sheet.server.calls(knowledgeApi.template)).toEqual([{ query: { type: 'goods' } }])
  await expect.poll(() => sheet.toasts).toHaveLength(1)
})
