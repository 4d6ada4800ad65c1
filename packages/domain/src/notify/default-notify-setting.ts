import type { NotifyEvent, NotifySetting, SoundName } from '@ruwu/contract'

export const NOTIFY_EVENT_LABELS: Record<NotifyEvent, string> = {
  customer_create: '新客户进线',
  my_message: '我的客户新消息',
  unassigned_message: '未分配新消息',
  assigned: '分配给我',
  handoff: 'AI 转人工',
  mention: '同事@我',
  send_failed: '发送失败',
  wait_warning: '超时未回复',
  reminder_due: '跟进提醒',
  postpone_due: '稍后处理',
}

export const SOUND_LABELS: Record<SoundName, string> = { crisp: '清脆', soft: '柔和', urgent: '急促' }

const row = (event: NotifyEvent, sound: boolean, desktop: boolean, flash: boolean) => ({ event, sound, desktop, flash })

export const DEFAULT_NOTIFY_SETTING: NotifySetting = {
  events: [
    row('customer_create', true, false, true),
    row('my_message', true, true, true),
    row('unassigned_message', true, false, true),
    row('assigned', true, true, true),
    row('handoff', true, true, true),
    row('mention', true, true, true),
    row('send_failed', true, true, false),
    row('wait_warning', true, true, true),
    row('reminder_due', true, true, true),
    row('postpone_due', true, true, true),
  ],
  soundName: 'crisp',
  volume: 70,
  repeat: true,
  onlyBackground: false,
  quiet: { enabled: false, from: '22:00', to: '08:00' },
}

/** Repeat interval of a sound until the page is focused. */
export const NOTIFY_REPEAT_MS = 30_000

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** `to` exclusive; crosses midnight when `to` < `from`. Equal ends: the whole day. */
export function isQuiet({ enabled, from, to }: NotifySetting['quiet'], minuteOfDay: number): boolean {
  if (!enabled) return false
  const [start, end] = [minutesOf(from), minutesOf(to)]
  if (start === end) return true
  return start < end ? minuteOfDay >= start && minuteOfDay < end : minuteOfDay >= start || minuteOfDay < end
}
