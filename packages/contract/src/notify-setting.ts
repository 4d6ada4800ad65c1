import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { AgentId, Instant } from './ids.ts'

/** 新客户进线, 我的客户新消息, 未分配新消息, 分配给我, AI 转人工, 同事@我, 发送失败, 超时未回复, 跟进提醒, 稍后处理. */
export const NOTIFY_EVENTS = [
  'customer_create',
  'my_message',
  'unassigned_message',
  'assigned',
  'handoff',
  'mention',
  'send_failed',
  'wait_warning',
  'reminder_due',
  'postpone_due',
] as const
export const NotifyEvent = z.enum(NOTIFY_EVENTS)
export type NotifyEvent = z.infer<typeof NotifyEvent>

/** 清脆, 柔和, 急促. */
export const SOUND_NAMES = ['crisp', 'soft', 'urgent'] as const
export const SoundName = z.enum(SOUND_NAMES)
export type SoundName = z.infer<typeof SoundName>

export const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式不正确')

export const NotifySetting = z.object({
  events: z
    .array(z.object({ event: NotifyEvent, sound: z.boolean(), desktop: z.boolean(), flash: z.boolean() }))
    .length(NOTIFY_EVENTS.length)
    .refine((rows) => new Set(rows.map((row) => row.event)).size === NOTIFY_EVENTS.length, '提醒事件不完整'),
  soundName: SoundName,
  volume: z.int32().min(0, '音量为 0 到 100').max(100, '音量为 0 到 100'),
  repeat: z.boolean(),
  onlyBackground: z.boolean(),
  quiet: z.object({ enabled: z.boolean(), from: TimeOfDay, to: TimeOfDay }),
})
export type NotifySetting = z.infer<typeof NotifySetting>

export const notifySettingApi = {
  get: endpoint({
    method: 'POST',
    path: '/v1/im-notify/setting/list',
    isRead: true,
    access: 'login',
    summary: '会话提醒设置',
    data: NotifySetting,
  }),
  update: endpoint({
    method: 'POST',
    path: '/v1/im-notify/setting/update',
    access: 'login',
    summary: '修改会话提醒设置',
    audit: ['notifySetting.update'],
    body: NotifySetting,
    data: NotifySetting,
  }),
}

/** To one agent's sockets only: the agent's settings were changed in one of the tabs. */
export const NotifySettingEvent = z.object({
  type: z.literal('notify_setting_change'),
  at: Instant,
  operatorId: AgentId.nullable(),
})
export type NotifySettingEvent = z.infer<typeof NotifySettingEvent>
