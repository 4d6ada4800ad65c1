import type { NotifyEvent, NotifySetting } from '@ruwu/contract'

export const NOTIFY_WAYS = ['sound', 'desktop', 'flash'] as const
type NotifyWay = (typeof NOTIFY_WAYS)[number]

export const withWay = (setting: NotifySetting, event: NotifyEvent, way: NotifyWay, isOn: boolean): NotifySetting => ({
  ...setting,
  events: setting.events.map((row) => (row.event === event ? { ...row, [way]: isOn } : row)),
})

export const isSameSetting = (a: NotifySetting, b: NotifySetting): boolean => JSON.stringify(a) === JSON.stringify(b)
