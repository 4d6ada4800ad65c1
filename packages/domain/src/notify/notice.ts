import type {
  AgentId,
  ConsoleEvent,
  Customer,
  CustomerId,
  HintEvent,
  HintType,
  NotifyEvent,
  NotifySetting,
} from '@ruwu/contract'
import { lastMessageText } from '../customer-texts.ts'
import { displayName } from '../display-name.ts'
import { isQuiet } from './default-notify-setting.ts'

/** A notification for an agent. */
export type Notice = {
  event: NotifyEvent
  sound: boolean
  desktop: boolean
  flash: boolean
  title: string
  text: string
  customerId: CustomerId | null
}

type NoticeSituation = {
  me: AgentId
  setting: NotifySetting
  /** Minutes since midnight on the enterprise's clock. */
  minuteOfDay: number
  isInForeground: boolean
  /** The conversation open in a focused page. */
  openCustomerId: CustomerId | null
}

/** The notification of an event; null for none, as for customers received by the AI. */
export function noticeFor(event: ConsoleEvent, situation: NoticeSituation): Notice | null {
  const what = kindOf(event, situation)
  if (!what) return null
  const { setting, isInForeground, minuteOfDay } = situation
  const row = setting.events.find((each) => each.event === what.event)
  if (!row) return null
  const isSilent = (setting.onlyBackground && isInForeground) || isQuiet(setting.quiet, minuteOfDay)
  const { sound, desktop, flash } = isSilent ? { sound: false, desktop: false, flash: row.flash } : row
  return sound || desktop || flash ? { ...what, sound, desktop, flash } : null
}

type What = Pick<Notice, 'event' | 'title' | 'text' | 'customerId'>

function kindOf(event: ConsoleEvent, { me, isInForeground, openCustomerId }: NoticeSituation): What | null {
  if (event.type === 'hint') {
    const named = HINTS[event.hintType]
    return named ? { event: named, title: event.text, text: '', customerId: event.customerId } : null
  }
  if (event.type === 'customer_create')
    return isOfAi(event.customer) ? null : about('customer_create', event.customer, '新客户进线')
  if (event.type === 'send_msg_failed')
    return event.customer.agentId === me ? about('send_failed', event.customer, `发送失败：${event.msg}`) : null
  if (event.type !== 'cus_message') return null
  const { customer, message } = event
  if (message.senderKind !== 'customer' || isOfAi(customer)) return null
  if (isInForeground && openCustomerId === customer.customerId) return null
  if (customer.agentId === me) return about('my_message', customer, lastMessageText(customer.lastMessage))
  return customer.agentId === null ? about('unassigned_message', customer, lastMessageText(customer.lastMessage)) : null
}

const HINTS: Partial<Record<HintType, NotifyEvent>> = {
  assigned: 'assigned',
  handoff: 'handoff',
  mention: 'mention',
  wait_warning: 'wait_warning',
  timeout_return: 'wait_warning',
  scheduled_stopped: 'send_failed',
  transferred: 'assigned',
  reminder_due: 'reminder_due',
  postpone_due: 'postpone_due',
}

/** Whether the hint type is configurable in the notification matrix; others are text only. */
export const isInMatrix = ({ hintType }: HintEvent): boolean => HINTS[hintType] !== undefined

const isOfAi = (customer: Customer) => customer.receptionType === 'ai_agent'

const about = (event: NotifyEvent, customer: Customer, text: string): What => ({
  event,
  title: displayName({ id: customer.customerId, name: customer.name, remark: customer.remark }),
  text,
  customerId: customer.customerId,
})
