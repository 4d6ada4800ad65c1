import { AiTest, RelationId, aiAgentApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testConfirmRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { TestSheet } from './test-sheet.tsx'

const relationId = sample(RelationId)
const kept = sample(AiTest, { question: '保修几年？', points: ['五年'], lastPass: null })

async function open() {
  const server = createFakeServer()
  server.answer(aiAgentApi.listTests, [kept])
  server.answer(aiAgentApi.saveTest, sample(AiTest))
  server.answer(aiAgentApi.removeTest, true)
  server.answer(aiAgentApi.runTests, [{ ...kept, lastPass: false, missing: ['五年'], lastAnswer: '请稍等' }])
  const sheet = await openLayer((close) => <TestSheet relationId={relationId} canEdit onClose={close} />, { server })
  await screen.findByText('保修几年？')
  return sheet
}

type Sheet = Awaited<ReturnType<typeof open>>

async function addPoint(sheet: Sheet, point: string) {
  await sheet.user.type(screen.getByLabelText('期望要点', { selector: 'input' }), `${point}{Enter}`)
}

test('a question with its points is added once for a double click', async () => {
  const sheet = await open()
  await sheet.user.click(sheet.button('添加问题'))
  expect(document.activeElement).toBe(screen.getByLabelText('问题'))

  await sheet.fill('问题', '能分期吗？')
  await addPoint(sheet, '十二期')
  await sheet.user.dblClick(sheet.button('保存'))

  await expect.poll(() => screen.queryByLabelText('问题')).toBeNull()
  expect(sheet.server.calls(aiAgentApi.saveTest)).toEqual([
    { body: { relationId, question: '能分期吗？', points: ['十二期'] } },
  ])
})

test('a question without points is refused before it is sent', async () => {
  const sheet = await open()
  await sheet.user.click(sheet.button('添加问题'))

  await sheet.fill('问题', '能分期吗？')
  await sheet.user.click(sheet.button('保存'))

  expect(await screen.findByText('请输入期望要点')).toBeTruthy()
  expect(sheet.server.calls(aiAgentApi.saveTest)).toEqual([])
})

test('a refusal shows the text of the server and keeps what was typed', async () => {
  const sheet = await open()
  sheet.server.refuse(aiAgentApi.saveTest, 'refused', { msg: '最多 50 个测试问题' })
  await sheet.user.click(sheet.button('编辑'))

  await sheet.fill('问题', '质保几年？')
  await sheet.user.click(sheet.button('保存'))

  await expect.poll(() => sheet.toasts).toEqual(['error: 最多 50 个测试问题'])
  expect(valueIn('问题')).toBe('质保几年？')
})

test('leaving a typed question asks, by its own 取消 and by closing the sheet', async () => {
  const sheet = await open()
  await sheet.user.click(sheet.button('编辑'))
  await sheet.fill('问题', '质保几年？')

  await sheet.user.click(sheet.button('取消'))
  await sheet.answer('有未保存的修改，确定离开？', '继续编辑')
  expect(valueIn('问题')).toBe('质保几年？')
  await sheet.user.keyboard('{Escape}')
  await sheet.answer('有未保存的修改，确定离开？', '放弃修改')

  await sheet.expectClosed()
  expect(sheet.server.calls(aiAgentApi.saveTest)).toEqual([])
})

test('running all questions marks what was missing in the answer', async () => {
  const sheet = await open()
  sheet.server.answer(aiAgentApi.listTests, [{ ...kept, lastPass: false, missing: ['五年'], lastAnswer: '请稍等' }])

  await sheet.user.dblClick(sheet.button('全部运行'))

  expect(await screen.findByText('未通过')).toBeTruthy()
  expect(screen.getByText(/缺少/).textContent).toContain('五年')
  expect(sheet.server.calls(aiAgentApi.runTests)).toEqual([{ body: { relationId } }])
})

testConfirmRules({
  open,
  ask: (sheet) => sheet.user.click(sheet.button('删除')),
  title: '删除测试问题「保修几年？」？',
  endpoint: aiAgentApi.removeTest,
  sent: { query: { relationId, id: kept.id } },
})
