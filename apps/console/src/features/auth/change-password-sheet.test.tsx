import { agentApi } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readSession } from '../../session/session.ts'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { openLayer, valueIn } from '../../testing/render.tsx'
import { ChangePasswordSheet } from './change-password-sheet.tsx'

function open() {
  const server = createFakeServer()
  server.answer(agentApi.changeOwnPassword, { token: 'new token' })
  return openLayer((close) => <ChangePasswordSheet onClose={close} />, { server })
}

type Sheet = Awaited<ReturnType<typeof open>>

async function type(sheet: Sheet, old: string, next: string, again = next) {
  await sheet.fill('旧密码', old)
  await sheet.fill('新密码', next)
  await sheet.fill('确认密码', again)
}

testFormRules({
  open,
  edit: (sheet) => type(sheet, 'ruwu2026', 'ruwu2027'),
  typed: () => ['旧密码', '新密码', '确认密码'].map(valueIn),
  submit: '确认',
  endpoint: agentApi.changeOwnPassword,
  sent: { body: { oldpassword: expect.any(String), newPassword: expect.any(String) } },
})

// R26
test('only digests leave the browser, and the session goes on under the new token', async () => {
  const sheet = await open()

  await type(sheet, 'ruwu2026', 'ruwu2027')
  await sheet.user.click(sheet.button('确认'))
  await sheet.expectClosed()

  const [sent] = sheet.server.calls(agentApi.changeOwnPassword)
  expect(JSON.stringify(sent)).not.toContain('ruwu2026')
  expect(sent?.body.newPassword).toHaveLength(64)
  expect(readSession()?.token).toBe('new token')
  expect(sheet.toasts).toEqual(['success: 密码修改成功'])
})

test.each([
  ['a short password', 'ruwu2026', '12345', '12345', '密码不能包含空格，长度为 6~20 位'],
  ['the old password again', 'ruwu2026', 'ruwu2026', 'ruwu2026', '新密码不能与旧密码相同'],
  ['two different ones', 'ruwu2026', 'ruwu2027', 'ruwu2028', '确认密码与新密码不一致'],
])('%s is refused before it is sent', async (_, old, next, again, message) => {
  const sheet = await open()

  await type(sheet, old, next, again)
  await sheet.user.click(sheet.button('确认'))

  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
  expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true')
  expect(sheet.server.calls(agentApi.changeOwnPassword)).toEqual([])
})

test('a wrong old password is shown at its field', async () => {
  const sheet = await open()
  sheet.server.refuse(agentApi.changeOwnPassword, 'validation', { data: { fields: { oldpassword: '旧密码不正确' } } })

  await type(sheet, 'ruwu0000', 'ruwu2027')
  await sheet.user.click(sheet.button('确认'))

  expect(await screen.findByText('旧密码不正确')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('旧密码'))
})

test('after too many tries the button waits and says how long', async () => {
  const sheet = await open()
  sheet.server.refuse(agentApi.changeOwnPassword, 'tooOften', { data: { retryAfter: 90 } })

  await type(sheet, 'ruwu0000', 'ruwu2027')
  await sheet.user.click(sheet.button('确认'))

  const waiting = await screen.findByText(/后可重试/)
  expect(waiting.closest('button')?.disabled).toBe(true)
})
