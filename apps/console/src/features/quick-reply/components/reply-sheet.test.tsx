import { bannedWordApi, MaterialId, QuickReply, QuickReplyGroup, quickReplyApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { pictureFile } from '../../../testing/picture-file.ts'
import { ReplySheet } from './reply-sheet.tsx'

const groups = ['售前', '售后'].map((title) => sample(QuickReplyGroup, { title, replies: [] }))
const groupId = groups[0]!.id
const reply = sample(QuickReply, {
  groupId,
  title: '报价',
  content: '按面积计价',
  parts: [],
  code: 'bj',
  sources: [],
  updatedByName: '赵知远',
  version: 3,
})
const kept = { groupId, title: '报价', content: '按面积计价', parts: [], code: 'bj', sources: [] }

const ownWord = {
  word: '内部价',
  match: 'contains',
  level: 'block',
  replaceWith: '',
  source: 'all',
  category: 'custom',
} as const

function open(edited?: QuickReply) {
  const server = createFakeServer()
  server.answer(bannedWordApi.rules, { rows: [ownWord], disabled: ['最好的'] })
  server.answer(quickReplyApi.create, { ...reply, warnings: [] })
  server.answer(quickReplyApi.update, { ...reply, warnings: [] })
  return openLayer((close) => <ReplySheet reply={edited} groups={groups} groupId={groupId} onClose={close} />, {
    server,
  })
}

testFormRules({
  open: () => open(reply),
  edit: (form) => form.fill('内容', '按投影面积计价'),
  typed: () => valueIn('内容'),
  endpoint: quickReplyApi.update,
  sent: { body: { ...kept, content: '按投影面积计价', id: reply.id, version: 3 } },
})

test('a new reply needs a title and a text; the first missing field has the focus', async () => {
  const form = await open()
  await form.fill('快捷码', 'x')

  await form.user.click(form.button('保存'))

  expect(await screen.findByText('请输入标题')).toBeTruthy()
  expect(screen.getByText('请输入内容')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('标题'))
  expect(form.server.calls(quickReplyApi.create)).toEqual([])
})

test('a variable is put in at the caret', async () => {
  const form = await open()
  await form.fill('内容', '您好')

  await form.user.click(form.button('{客户昵称}'))

  expect(valueIn('内容')).toBe('您好{客户昵称}')
})

test('what a platform may object to is shown while typing, and told again after saving', async () => {
  const form = await open(reply)
  form.server.answer(quickReplyApi.update, { ...reply, warnings: ['微信：不可以'] })

  await form.fill('内容', '加我微信 ruwu2026')
  expect((await screen.findAllByText(/平台规定联系方式只能通过卡片发送/)).length).toBeGreaterThan(0)
  await form.user.click(form.button('保存'))

  await form.expectClosed()
  expect(form.toasts).toEqual(['warning: 已保存。可能违反平台规则：微信：不可以'])
})

test('own words are marked while typing, and a built-in one that is switched off is not', async () => {
  const form = await open(reply)

  await form.fill('内容', '给您最好的内部价')

  expect(await screen.findByText(/^内部价：/)).toBeTruthy()
  expect(screen.queryByText(/^最好的：/)).toBeNull()
})

test('what is changed during an upload stays, and nothing is saved before it ends', async () => {
  const card = { type: 'card', materialId: sample(MaterialId), title: '免费量尺' } as const
  const form = await open({ ...reply, parts: [card] })
  const upload = Promise.withResolvers<void>()
  form.server.answerRaw('POST', '/api/attachment/upload', async () => {
    await upload.promise
    return { path: '/file/a.png', publicUrl: '/file/a.png' }
  })
  form.server.answerRaw('GET', '/file/a.png', () => ({}))

  await form.fill('内容', '看图')
  await form.user.upload(screen.getByLabelText('添加图片', { selector: 'input' }), pictureFile())
  await form.user.click(form.button('移除免费量尺'))
  expect(form.button('保存')).toHaveProperty('disabled', true)
  upload.resolve()
  await expect.poll(() => form.button('保存')).toHaveProperty('disabled', false)
  await form.user.click(form.button('保存'))

  await form.expectClosed()
  expect(form.server.calls(quickReplyApi.update)[0]?.body).toMatchObject({
    content: '看图',
    parts: [{ type: 'image', url: '/file/a.png' }],
  })
})

test('a code that is taken is told at its field', async () => {
  const form = await open(reply)
  form.server.refuse(quickReplyApi.update, 'validation', { data: { fields: { code: '快捷码已被使用' } } })
  await form.fill('快捷码', 'hy')

  await form.user.click(form.button('保存'))

  expect(await screen.findByText('快捷码已被使用')).toBeTruthy()
  expect(valueIn('快捷码')).toBe('hy')
})
