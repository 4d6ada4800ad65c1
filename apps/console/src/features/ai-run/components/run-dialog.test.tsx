import { AiRun, CustomerId, MessageId, aiRunApi, customerSettingApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { KeepAnswerDialog } from './keep-answer-dialog.tsx'
import { RunDialog } from './run-dialog.tsx'

const message = { customerId: sample(CustomerId), messageId: sample(MessageId) }
const run = sample(AiRun, {
  question: '保修几年？',
  state: 'sent',
  findings: [{ kind: 'price', text: '899 元' }],
  points: 2,
})

function createServer() {
  const server = createFakeServer()
  server.answer(aiRunApi.forMessage, run)
  server.answer(customerSettingApi.listFields, [])
  return server
}

test('the record of an answer names question, decision and findings, and closes with Escape', async () => {
  const dialog = await openLayer((close) => <RunDialog {...message} onClose={close} />, { server: createServer() })

  expect(await screen.findByText('保修几年？')).toBeTruthy()
  expect(screen.getByText(/「899 元」/)).toBeTruthy()
  await dialog.user.keyboard('{Escape}')

  await dialog.expectClosed()
})

test('a record that is gone says so', async () => {
  const server = createServer()
  server.refuse(aiRunApi.forMessage, 'notFound')

  await openLayer((close) => <RunDialog {...message} onClose={close} />, { server })

  expect(await screen.findByText('没有找到这条回答的记录')).toBeTruthy()
})

test('a record that could not be read can be asked for again', async () => {
  const server = createServer()
  server.refuse(aiRunApi.forMessage, 'tooOften')
  const dialog = await openLayer((close) => <RunDialog {...message} onClose={close} />, { server })
  await screen.findByText('操作过于频繁，请稍后再试')

  server.answer(aiRunApi.forMessage, run)
  await dialog.user.click(dialog.button('重试'))

  expect(await screen.findByText('保修几年？')).toBeTruthy()
})

async function openKeep() {
  const server = createServer()
  server.answer(aiRunApi.keep, { knowledgeId: '1'.padStart(32, '0') as never })
  const dialog = await openLayer((close) => <KeepAnswerDialog {...message} text="五年" onClose={close} />, { server })
  await screen.findByLabelText('答案')
  return dialog
}

testFormRules({
  open: openKeep,
  edit: (dialog) => dialog.fill('答案', '整机五年'),
  typed: () => [valueIn('问题'), valueIn('答案')],
  endpoint: aiRunApi.keep,
  sent: { body: { ...message, question: '保修几年？', answer: '整机五年' } },
})

test.each([
  ['问题', '', '请输入问题'],
  ['答案', '一'.repeat(1001), '答案最多 1000 个字'],
])('%s %j is refused before it is sent', async (label, text, problem) => {
  const dialog = await openKeep()

  await dialog.fill(label, text)
  await dialog.user.click(dialog.button('保存'))

  expect(await screen.findByText(problem)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(label))
  expect(dialog.server.calls(aiRunApi.keep)).toEqual([])
})
