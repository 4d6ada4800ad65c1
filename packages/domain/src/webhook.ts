import {
  type CustomerEvent,
  type CustomerId,
  type DeliveryState,
  MESSAGE_STATUS,
  type PointsEvent,
  type WebhookDelivery,
  type WebhookEvent,
  type WebhookType,
} from '@ruwu/contract'

/** Subscriptions of an enterprise. */
export const WEBHOOKS_MAX = 10
/** The receiver answers within this time. */
export const WEBHOOK_TIMEOUT_MS = 5_000
/** Deliveries shown, and how long they are kept. */
export const DELIVERIES_SHOWN = 50
export const DELIVERY_DAYS = 30
/** Deliveries given up in a row, each after all of its attempts, before the subscription is switched off. */
export const WEBHOOK_GIVEN_UP_MAX = 20
/** A delivery that waits longer is shown as late. */
export const WEBHOOK_LATE_MS = 60_000

const MINUTE_MS = 60_000
const RETRY_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS)

/** Attempts before a delivery is given up; further ones are made on demand. */
export const WEBHOOK_ATTEMPTS = RETRY_MS.length + 1

/** Pause before the next attempt after so many failed ones; undefined: given up. */
export const webhookRetryMs = (attempts: number, most = WEBHOOK_ATTEMPTS): number | undefined =>
  attempts < most ? RETRY_MS[attempts - 1] : undefined

const PAUSE_MS = 1_000
const PAUSE_MAX_MS = 5 * MINUTE_MS

/** Pause of a subscription after so many failed attempts in a row: a dead receiver takes no time from the others. */
export const webhookPauseMs = (failures: number): number => Math.min(PAUSE_MS * 2 ** (failures - 1), PAUSE_MAX_MS)

export const WEBHOOK_EVENT_LABELS: Record<WebhookType, string> = {
  'customer.created': '新客户进线',
  'customer.assigned': '客户已分配',
  'customer.released': '客户已释放',
  'customer.handoff': 'AI 转人工',
  'customer.archived': '客户已归档',
  'message.received': '收到客户消息',
  'message.sent': '消息已送达平台',
  'message.failed': '消息发送失败',
  'card.submitted': '客户提交留资卡',
  'lead.captured': '新线索',
  'points.warning': '积分预警',
  'daily.report': '日报',
  ping: '测试',
}

export const WEBHOOK_TEXTS = {
  tooMany: `最多 ${WEBHOOKS_MAX} 个订阅`,
  badAddress: '地址须是 https 的公网地址',
  notPublic: '地址不是公网地址',
  timeout: `${WEBHOOK_TIMEOUT_MS / 1000} 秒内没有回应`,
  redirected: '对方要求跳转，没有跟随',
  notFound: '找不到地址',
  badCertificate: '证书不可信',
  unreachable: '地址无法连接',
  cancelled: '订阅已停用，不再投递',
  isOff: '订阅已停用，请先启用',
  targetIsOff: '线索推送已停用，请先启用',
  notRobot: '对方的回应不是机器人的格式，请检查地址',
  robotRefused: (message: string) => `机器人拒绝：${message}`,
  notFailed: '这次投递没有失败，无需重新投递',
  status: (status: number, excerpt: string) => `对方返回 ${status}${excerpt && `：${excerpt}`}`,
  lost: (host: string) => `Webhook 订阅（${host}）长时间没有处理，部分事件已过期，没有投递`,
  givenUp: (host: string, reason: string) => `Webhook 投递失败（${host}）：${reason}`,
  stopped: (host: string) => `Webhook 订阅（${host}）连续 ${WEBHOOK_GIVEN_UP_MAX} 次投递失败，已自动停用`,
} as const

export const DELIVERY_STATE_LABELS: Record<DeliveryState, string> = { waiting: '待投递', done: '成功', failed: '失败' }

export const deliveryStateLabel = ({ state, attempts }: Pick<WebhookDelivery, 'state' | 'attempts'>): string =>
  state === 'waiting' && attempts > 0 ? '等待重试' : DELIVERY_STATE_LABELS[state]

/** The console offers 重新投递 by it, the server refuses by it. */
export const canRedeliver = ({ state, type }: Pick<WebhookDelivery, 'state' | 'type'>): boolean =>
  state === 'failed' && type !== 'ping'

/** What a receiver is told: ids, never a name, a text or an unmasked contact. */
export type WebhookFact = {
  type: WebhookEvent
  /** The same for the copies of an event in the log (masked and unmasked, of former watchers): one is delivered. */
  key: string
  /** Null: the fact is about the enterprise. */
  customerId: CustomerId | null
  data: Record<string, string | number | null>
}

/** Logged events that webhooks are made of. */
export type WebhookSource = CustomerEvent | Extract<PointsEvent, { type: 'ent_points_warning' }>

type Told = { key: string; data?: WebhookFact['data'] } | undefined
type Logged<T extends WebhookSource['type']> = Extract<WebhookSource, { type: T }>

/** Made of logged events of these types; undefined where one of them is not of interest. */
const from = <T extends WebhookSource['type']>(types: readonly T[], tell: (event: Logged<T>) => Told) => ({
  types: types as readonly WebhookSource['type'][],
  tell: (event: WebhookSource): Told =>
    types.some((type) => type === event.type) ? tell(event as Logged<T>) : undefined,
})

/** A customer's version grows with every change. */
const change = ({ customerId, customer }: CustomerEvent): string => `${customerId}:${customer.version}`

const MADE_FROM: Record<WebhookEvent, ReturnType<typeof from>> = {
  'customer.created': from(['customer_create'], ({ customerId }) => ({ key: customerId })),
  'customer.assigned': from(['rec_cus', 'redirect_cus'], (event) => {
    const { agentId, fromAgentId } = event
    return agentId === null ? undefined : { key: change(event), data: { agentId, fromAgentId } }
  }),
  'customer.released': from(['rel_cus'], (event) => ({
    key: change(event),
    data: { fromAgentId: event.fromAgentId },
  })),
  'customer.handoff': from(['cus_auto_disable_ai'], (event) =>
    event.aiOffReason === 'handoff' ? { key: change(event) } : undefined,
  ),
  'customer.archived': from(['cus_change_archive'], (event) => (event.archive ? { key: change(event) } : undefined)),
  'message.received': from(['cus_message'], ({ message: { id: messageId, senderKind, content } }) =>
    senderKind === 'customer' ? { key: messageId, data: { messageId, contentType: content.type } } : undefined,
  ),
  'message.sent': from(['message_change'], ({ messageId, status, platformTime }) =>
    status === MESSAGE_STATUS.sent && platformTime ? { key: messageId, data: { messageId, platformTime } } : undefined,
  ),
  'message.failed': from(['send_msg_failed'], ({ messageId, kind, customer }) => ({
    key: `${messageId}:${customer.version}`,
    data: { messageId, kind },
  })),
  'card.submitted': from(['cus_message'], ({ message: { id: messageId, senderKind, content } }) => {
    const { cardType, state, cardId = null } = content.extra ?? {}
    const isForm = senderKind === 'customer' && cardType === 'lead_form' && state === 'filled'
    return isForm ? { key: messageId, data: { messageId, cardId } } : undefined
  }),
  'lead.captured': from(['lead_change'], ({ leadId, isCaptured }) =>
    isCaptured ? { key: leadId, data: { leadId } } : undefined,
  ),
  'points.warning': from(['ent_points_warning'], ({ at, days, totalPoints }) => ({
    key: `${at}:${days}`,
    data: { days, totalPoints },
  })),
  // Of a day, not of a logged event.
  'daily.report': from([], () => undefined),
}

/** The logged events of which these are made. */
export const webhookSources = (events: readonly WebhookEvent[]): WebhookSource['type'][] => [
  ...new Set(events.flatMap((event) => MADE_FROM[event].types)),
]

/** What a logged event means to a subscription of `events`. */
export function webhookFacts(event: WebhookSource, events: readonly WebhookEvent[]): WebhookFact[] {
  const { customerId, common } = aboutOf(event)
  return events.flatMap((type) => {
    const told = MADE_FROM[type].tell(event)
    return told ? [{ type, key: told.key, customerId, data: { ...common, ...told.data } }] : []
  })
}

function aboutOf(event: WebhookSource): Pick<WebhookFact, 'customerId'> & { common: WebhookFact['data'] } {
  if (!('customer' in event)) return { customerId: null, common: {} }
  const { customerId, source, subSourceId: relationId } = event.customer
  return { customerId, common: { customerId, source, relationId } }
}
