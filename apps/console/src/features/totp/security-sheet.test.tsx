import { authApi, SignInSession, totpApi, type TotpState } from '@ruwu/contract'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testConfirmRules } from '../../testing/form-rules.ts'
import { openLayer } from '../../testing/render.tsx'
import { sample } from '../../testing/sample.ts'
import { SecuritySheet } from './security-sheet.tsx'

const OFF: TotpState = { enabledAt: null, isRequired: false, recoveryLeft: 0 }
const ON: TotpState = { enabledAt: '2026-03-16T02:00:00.000Z', isRequired: false, recoveryLeft: 9 }
const CODES = ['AAAABBBBCCCCDDDD', 'EEEEFFFFGGGGHHHH']
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const here = sample(SignInSession, { id: '1'.repeat(32), isCurrent: true, endedAt: null, userAgent: FIREFOX })
const there = sample(SignInSession, { id: '2'.repeat(32), isCurrent: false, endedAt: null, ip: '10.0.0.8' })
const gone = sample(SignInSession, { id: '3'.repeat(32), isCurrent: false, endedAt: '2026-03-16T02:00:00.000Z' })

async function open(state: TotpState = OFF, signIns = [here, there, gone]) {
  const server = createFakeServer()
  server.answer(totpApi.state, state)
  server.answer(totpApi.begin, { secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH', setup: 'sealed' })
  server.answer(totpApi.enable, { recoveryCodes: CODES })
  server.answer(totpApi.renewCodes, { recoveryCodes: CODES })
  server.answer(totpApi.disable, true)
  server.answer(authApi.sessions, signIns)
  server.answer(authApi.endSession, true)
  server.answer(authApi.endOtherSessions, { ended: 1 })
  const sheet = await openLayer((close) => <SecuritySheet onClose={close} />, { server })
  await screen.findByText(state.enabledAt ? '已开启' : '未开启')
  await screen.findByText('本设备')
  return sheet
}

test('turned on by password and first code; the recovery codes are shown once and not lost by Escape', async () => {
  const sheet = await open()

  await sheet.user.click(sheet.button('开启'))
  await sheet.fill('登录密码', 'ruwu2026')
  await sheet.user.dblClick(sheet.button('下一步'))
  expect(await screen.findByText('ABCD EFGH')).toBeTruthy()
  await sheet.fill('验证码', '123456')
  await sheet.user.dblClick(sheet.button('开启'))

  expect(await screen.findByText('AAAA BBBB CCCC DDDD')).toBeTruthy()
  expect(sheet.server.calls(totpApi.begin)).toEqual([{ body: { password: expect.stringMatching(/^[0-9a-f]{64}$/) } }])
  expect(sheet.server.calls(totpApi.enable)).toEqual([{ body: { setup: 'sealed', code: '123456' } }])
  expect(sheet.toasts).toEqual(['success: 两步验证已开启'])
  await sheet.user.keyboard('{Escape}')
  await sheet.answer('有未保存的修改，确定离开？', '继续编辑')
  sheet.server.answer(totpApi.state, ON)
  await sheet.user.click(sheet.button('我已保存'))
  expect(await screen.findByText('剩余 9 个恢复码')).toBeTruthy()
})

test('a wrong password or code is told at its field and keeps what was typed', async () => {
  const sheet = await open(ON)
  await sheet.user.click(sheet.button('关闭两步验证'))
  await sheet.user.click(sheet.button('确认'))
  for (const message of ['请输入登录密码', '请输入验证码']) expect(await screen.findByText(message)).toBeTruthy()

  await sheet.fill('登录密码', 'ruwu2026')
  await sheet.fill('验证码', '12345')
  await sheet.user.click(sheet.button('确认'))
  expect(await screen.findByText('请输入 6 位数字或 16 位恢复码')).toBeTruthy()
  sheet.server.refuse(totpApi.disable, 'validation', { data: { fields: { password: '密码不正确' } } })
  await sheet.fill('验证码', '123456')
  await sheet.user.click(sheet.button('确认'))

  expect(await screen.findByText('密码不正确')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('验证码').value).toBe('123456')
  sheet.server.answer(totpApi.disable, true)
  sheet.server.answer(totpApi.state, OFF)
  await sheet.user.click(sheet.button('确认'))
  expect(await screen.findByText('未开启')).toBeTruthy()
})

test('new recovery codes take the old ones’ place', async () => {
  const sheet = await open(ON)

  await sheet.user.click(sheet.button('重新生成恢复码'))
  await sheet.fill('登录密码', 'ruwu2026')
  await sheet.fill('验证码', '123456')
  await sheet.user.dblClick(sheet.button('确认'))

  expect(await screen.findByText('EEEE FFFF GGGG HHHH')).toBeTruthy()
  expect(sheet.server.calls(totpApi.renewCodes)).toHaveLength(1)
})

test('where the role demands it, it cannot be turned off', async () => {
  await open({ ...ON, isRequired: true })

  expect(screen.getByText('您的角色必须开启')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '关闭两步验证' })).toBeNull()
})

test('devices are told apart; this one and ended ones cannot be signed out', async () => {
  await open()

  const rows = screen.getAllByRole('listitem')
  expect(rows.map((row) => within(row).queryByRole('button', { name: '退出' }) !== null)).toEqual([false, true, false])
  expect(within(rows[0]!).getByText('Firefox · Linux')).toBeTruthy()
  expect(within(rows[2]!).getByText(/已退出/)).toBeTruthy()
})

test('without another device there is nothing to sign out', async () => {
  await open(OFF, [here, gone])

  expect(screen.queryByRole('button', { name: '退出其它设备' })).toBeNull()
})

testConfirmRules({
  open,
  ask: (sheet) => sheet.user.click(sheet.button('退出其它设备')),
  title: '退出其它设备？',
  endpoint: authApi.endOtherSessions,
  sent: {},
})

testConfirmRules({
  open,
  ask: (sheet) => sheet.user.click(sheet.button('退出')),
  title: '退出「未知设备」？',
  endpoint: authApi.endSession,
  sent: { query: { id: there.id } },
})
