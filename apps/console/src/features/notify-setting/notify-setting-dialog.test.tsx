import { NOTIFY_EVENTS, notifySettingApi, type NotifySetting } from '@ruwu/contract'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { openLayer } from '../../testing/render.tsx'
import { NotifySettingDialog } from './notify-setting-dialog.tsx'

const setting: NotifySetting = {
  events: NOTIFY_EVENTS.map((event) => ({ event, sound: false, desktop: false, flash: false })),
  soundName: 'crisp',
  volume: 60,
  repeat: false,
  onlyBackground: true,
  quiet: { enabled: false, from: '22:00', to: '08:00' },
}

async function open() {
  const server = createFakeServer()
  server.answer(notifySettingApi.get, setting)
  server.answer(notifySettingApi.update, ({ body }) => body)
  const dialog = await openLayer((close) => <NotifySettingDialog isConnected onClose={close} />, { server })
  await screen.findByText('重复提醒')
  return dialog
}

const box = () => screen.getByLabelText<HTMLInputElement>('同事@我：桌面通知')

testFormRules({
  open,
  edit: (dialog) => dialog.user.click(box()),
  typed: () => box().checked,
  endpoint: notifySettingApi.update,
  sent: {
    body: { ...setting, events: setting.events.map((it) => (it.event === 'mention' ? { ...it, desktop: true } : it)) },
  },
})

test('nothing can be saved until something is changed', async () => {
  const dialog = await open()
  expect(dialog.button('保存')).toHaveProperty('disabled', true)

  await dialog.user.click(box())
  expect(dialog.button('保存')).toHaveProperty('disabled', false)

  await dialog.user.click(box())
  expect(dialog.button('保存')).toHaveProperty('disabled', true)
})

test('the times of 免打扰 can be changed only while it is on', async () => {
  const dialog = await open()
  expect(screen.getByLabelText('免打扰开始时间')).toHaveProperty('disabled', true)

  await dialog.user.click(screen.getByRole('switch', { name: '免打扰' }))

  expect(screen.getByLabelText('免打扰开始时间')).toHaveProperty('disabled', false)
})
