import type { LeadKind, LeadPushField, LeadPushSetting, PushType, Source } from '@ruwu/contract'
import { formatDateTime } from '../date-time-format.ts'
import { contactLabel } from '../lead/lead-labels.ts'
import { maskContacts, maskLead } from '../lead/mask-contacts.ts'
import { SOURCE_LABELS } from '../sources.ts'

/** 线索推送 as every enterprise begins. */
export const DEFAULT_LEAD_PUSH: LeadPushSetting = {
  enabled: false,
  masked: true,
  fields: ['name', 'contact', 'source', 'account', 'agent', 'at'],
}

/** Attempts of a push before it is given up. */
export const LEAD_PUSH_TRIES = 3

export const PUSH_TYPE_LABELS: Record<PushType, string> = {
  2: '钉钉机器人',
  4: '企业微信机器人',
  webhook: '自有 Webhook',
}

export const LEAD_PUSH_FIELD_LABELS: Record<LeadPushField, string> = {
  name: '客户',
  contact: '联系方式',
  source: '来源',
  account: '账号',
  agent: '归属客服',
  city: '城市',
  tags: '标签',
  at: '留资时间',
}

export const LEAD_PUSH_TEXTS = {
  title: '【如晤】新线索',
  test: '【如晤】线索推送测试：收到这条消息，说明新线索可以推送到这里。',
  needsSensitive: '没有查看敏感信息的权限，不能推送未脱敏的联系方式',
  leadGone: '这条线索已被删除，不能重新推送',
  lost: (host: string) => `线索推送（${host}）长时间没有处理，部分线索已过期，没有推送`,
  givenUp: (host: string, reason: string) => `线索推送失败（${host}）：${reason}`,
  stopped: (host: string) => `线索推送（${host}）连续失败次数过多，已自动停用该目标`,
} as const

/** A lead with what is known of its customer. */
export type PushedLead = {
  name: string
  kind: LeadKind
  value: string
  source: Source
  account: string
  /** Null without an owner. */
  agent: string | null
  city: string
  tags: readonly string[]
  at: Date
}

type Told = Partial<Record<LeadPushField, string | string[] | null>>

/** The chosen fields. Masked, a contact in the name is masked as well. */
export function leadPushData(lead: PushedLead, { fields, masked }: Pick<LeadPushSetting, 'fields' | 'masked'>): Told {
  const all: Required<Told> = {
    name: masked ? maskContacts(lead.name) : lead.name,
    contact: masked ? maskLead(lead) : lead.value,
    source: lead.source,
    account: lead.account,
    agent: lead.agent,
    city: lead.city,
    tags: [...lead.tags],
    at: lead.at.toISOString(),
  }
  return Object.fromEntries(fields.map((field) => [field, all[field]]))
}

/** The same as lines for people; fields without a value are left out. Names cannot begin a line of their own. */
export function leadPushText(
  lead: PushedLead,
  setting: Pick<LeadPushSetting, 'fields' | 'masked'>,
  timeZone: string,
): string {
  const told = leadPushData(lead, setting)
  const shown: Told = {
    ...told,
    ...(told.contact && { contact: `${contactLabel(lead)} ${String(told.contact)}` }),
    ...(told.source && { source: SOURCE_LABELS[lead.source] }),
    ...(told.at && { at: formatDateTime(lead.at.toISOString(), timeZone) }),
  }
  const lines = setting.fields.flatMap((field) => {
    const value = [shown[field] ?? []].flat().join('、').replace(/\s+/g, ' ').trim()
    return value === '' ? [] : [`${LEAD_PUSH_FIELD_LABELS[field]}：${value}`]
  })
  return [LEAD_PUSH_TEXTS.title, ...lines].join('\n')
}
