import { FollowUpCard, automationApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../../testing/fake-server.ts'
import { testFormRules } from '../../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../../testing/render.tsx'
import { sample } from '../../../testing/sample.ts'
import { FollowUpSheet } from './follow-up-sheet.tsx'

const card = sample(FollowUpCard, {
  enabled: true,
  steps: [
    { minutes: 30, mode: 'fixed', text: '还在看吗？' },
    { minutes: 120, mode: 'ai', text: '' },
    { minutes: 1200, mode: 'ai', text: '' },
  ],
  quiet: { enabled: false, from: '22:00', to: '08:00' },
  version: 2,
})

function open() {
  const server = createFakeServer()
  server.answer(automationApi.saveFollowUp, card)
  return openLayer((close) => <FollowUpSheet card={card} onClose={close} />, { server })
}

testFormRules({
  open,
  edit: (sheet) => sheet.fill('第 1 步话术', '有问题随时问我'),
  typed: () => valueIn('第 1 步话术'),
  endpoint: automationApi.saveFollowUp,
  sent: { body: expect.objectContaining({ version: 2 }) },
})

test('a fixed text must not be empty', async () => {
  const sheet = await open()

  await sheet.fill('第 1 步话术', '')
  await sheet.user.click(sheet.button('保存'))

  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(screen.getByLabelText('第 1 步话术'))
  expect(sheet.server.calls(automationApi.saveFollowUp)).toEqual([])
})

test('a step has to come later than the one before', async () => {
  const sheet = await open()

  await sheet.fill('第 2 步小时', '0')
  await sheet.fill('第 2 步分钟', '10')
  await sheet.user.click(sheet.button('保存'))

  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0)
  expect(sheet.server.calls(automationApi.saveFollowUp)).toEqual([])
})
