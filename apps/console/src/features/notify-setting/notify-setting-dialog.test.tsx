import { NOTIFY_EVENTS, notifySettingApi, type NotifySetting } from '@ruwu/contract'
import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createFakeServer } from '../../testing/fake-server.ts'
import { testFormRules } from '../../testing/form-rules.ts'
import { openLayer } from '../../testing/render.tsx'
import { dispatchEvent } from '../../shell/dispatch-events.ts'
import { NotifySettingDialog } from './notify-setting-dialog.tsx'
import { notifySettingKey } from './notify-setting.queries.ts'

const setting: NotifySetting = {
  events: NOTIFY_EVENTS.map((event) => ({ event, sound: false, desktop: false, flash: false })),
  soundName: 'crisp',
  volume: 60,
  repeat: false,
  onlyBackground: true,
  quiet: { enabled: false, from: '22:00', to: '08:00' },
}

async function open({ isConnected = true } = {}) {
  const server = createFakeServer()
  server.answer(notifySettingApi.get, setting)
  server.answer(notifySettingApi.update, ({ body }) => body)
  const dialog = await openLayer((close) => <NotifySettingDialog isConnected={isConnected} onClose={close} />, {
    server,
  })
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

const findings = () => screen.getByText(/^声音 /).parentElement?.textContent

test('自检 names what the browser blocks, changes nothing and saves nothing', async () => {
  vi.stubGlobal('Notification', { permission: 'denied' })
  const dialog = await open({ isConnected: false })
  await dialog.user.click(box())

  await dialog.user.dblClick(dialog.button('自检'))

  await screen.findByText(/^声音 /)
  expect(findings()).toBe('声音 被浏览器阻止桌面通知 未允许实时连接 未连接')
  expect(screen.getByText('点击地址栏左侧的图标，将「通知」改为「允许」后刷新页面')).toBeTruthy()
  expect(box().checked).toBe(true)
  expect(dialog.server.calls(notifySettingApi.update)).toEqual([])
})

test('自检 plays the chosen sound before it is saved and shows a notification', async () => {
  const { hertz, shown } = allowEverything()
  const dialog = await open()
  await dialog.user.click(screen.getByText('柔和'))

  await dialog.user.click(dialog.button('自检'))

  await screen.findByText(/^声音 /)
  expect(findings()).toBe('声音 正常桌面通知 正常实时连接 正常')
  expect(hertz).toEqual([523.3, 659.3])
  expect(shown).toEqual(['如晤提醒自检'])
})

test('the permission for notifications is asked for once and shown', async () => {
  const requestPermission = vi.fn(async () => {
    vi.stubGlobal('Notification', { permission: 'granted' })
  })
  vi.stubGlobal('Notification', { permission: 'default', requestPermission })
  const dialog = await open()

  await dialog.user.dblClick(dialog.button('开启'))

  expect(await screen.findByText('浏览器通知权限：已允许')).toBeTruthy()
  expect(requestPermission).toHaveBeenCalledOnce()
})

/** A browser that plays sounds and shows notifications, and what it played and showed. */
function allowEverything() {
  const hertz: number[] = []
  const shown: string[] = []
  const node = { connect: (next: unknown) => next, start: () => {}, stop: () => {}, addEventListener: () => {} }
  const gain = { setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} }
  class Frequency {
    set value(it: number) {
      hertz.push(it)
    }
  }
  class Audio {
    state = 'running'
    currentTime = 0
    resume = async () => {}
    suspend = async () => {}
    createOscillator = () => ({ ...node, frequency: new Frequency() })
    createGain = () => ({ ...node, gain })
  }
  class Shown extends EventTarget {
    static permission = 'granted'
    constructor(title: string) {
      super()
      shown.push(title)
    }
  }
  vi.stubGlobal('AudioContext', Audio)
  vi.stubGlobal('Notification', Shown)
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { hasBeenActive: true } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'userActivation'))
  return { hertz, shown }
}

const isQuiet = () => screen.getByRole('switch', { name: '免打扰' }).getAttribute('aria-checked')

/** The settings with 免打扰 on, saved in another tab. */
async function saveElsewhere({ server, cache }: Pick<Awaited<ReturnType<typeof open>>, 'server' | 'cache'>) {
  const quiet = { ...setting, quiet: { ...setting.quiet, enabled: true } }
  server.answer(notifySettingApi.get, quiet)
  dispatchEvent(cache, 'notify_setting_change', { at: new Date().toISOString(), operatorId: null })
  await expect.poll(() => cache.getQueryData(notifySettingKey)).toEqual(quiet)
}

test('an untouched dialog shows what another tab saved, and has nothing to save', async () => {
  const dialog = await open()
  expect(isQuiet()).toBe('false')

  await saveElsewhere(dialog)

  await waitFor(() => expect(isQuiet()).toBe('true'))
  expect(dialog.button('保存')).toHaveProperty('disabled', true)
})

test('what is ticked already stays when another tab saves', async () => {
  const dialog = await open()
  await dialog.user.click(box())

  await saveElsewhere(dialog)

  expect(box().checked).toBe(true)
  expect(dialog.button('保存')).toHaveProperty('disabled', false)
})
