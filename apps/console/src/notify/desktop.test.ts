import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { showDesktop } from './desktop.ts'

const focus = vi.fn()
const shown: FakeNotification[] = []

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted'
  readonly close = vi.fn()
  readonly said: { title: string; options: NotificationOptions }
  constructor(title: string, options: NotificationOptions) {
    super()
    this.said = { title, options }
    shown.push(this)
  }
}

beforeEach(() => {
  shown.length = 0
  focus.mockClear()
})

function browserWith(
  Notification: typeof FakeNotification | undefined,
  permission: NotificationPermission = 'granted',
) {
  FakeNotification.permission = permission
  vi.stubGlobal('window', { focus, ...(Notification && { Notification }) })
  vi.stubGlobal('Notification', Notification)
  onTestFinished(() => void vi.unstubAllGlobals())
}

const notice = { title: '王女士', text: '在吗', tag: 'a'.repeat(32) }

test('a click on a notification brings the console to the front, closes it and opens what it is about, once', () => {
  browserWith(FakeNotification)
  const onClick = vi.fn()

  expect(showDesktop({ ...notice, onClick })).toBe(true)
  const [notification] = shown
  expect(notification!.said).toMatchObject({ title: '王女士', options: { body: '在吗', tag: notice.tag } })
  expect(onClick).not.toHaveBeenCalled()
  notification!.dispatchEvent(new Event('click'))

  expect(focus).toHaveBeenCalledOnce()
  expect(notification!.close).toHaveBeenCalledOnce()
  expect(onClick).toHaveBeenCalledOnce()
})

class ForServiceWorkersOnly extends FakeNotification {
  constructor(title: string, options: NotificationOptions) {
    super(title, options)
    shown.pop()
    throw new TypeError('Illegal constructor')
  }
}

test.each<[string, typeof FakeNotification | undefined, NotificationPermission]>([
  ['the agent has not allowed it', FakeNotification, 'default'],
  ['the agent has refused it', FakeNotification, 'denied'],
  ['the browser has none', undefined, 'granted'],
  ['the browser has them for service workers only', ForServiceWorkersOnly, 'granted'],
])('no notification is shown, and the caller is told so, when %s', (_when, Notification, permission) => {
  browserWith(Notification, permission)

  expect(showDesktop({ ...notice, onClick: vi.fn() })).toBe(false)

  expect(shown).toEqual([])
})
