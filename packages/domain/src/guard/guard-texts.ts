import { BANNED_PATTERNS_MAX, BANNED_WORDS_MAX, type CardType } from '@ruwu/contract'
import type { Source } from '../sources.ts'
import type { GuardHit } from './guard-hit.ts'

export const GUARD_TEXTS = {
  contact: '平台规定联系方式只能通过卡片发送',
  link: '平台不允许发送链接，请删除链接',
  /** A QR code in a picture that leads to a contact. */
  code: '图片含二维码：平台规定联系方式只能通过卡片发送',
  unreadable: '图片无法检查是否含二维码，请换成 jpg 或 png 图片',
  pattern: '正则表达式不正确或过于复杂',
  wordTaken: '该违禁词已存在',
  replacement: '替换为不能含联系方式、链接或被拦截的词',
  tooManyPatterns: `最多 ${BANNED_PATTERNS_MAX} 个正则违禁词`,
  tooManyWords: `最多 ${BANNED_WORDS_MAX} 个自有违禁词`,
  pace: '短时间内已连续发送多条消息，请等待客户回复',
} as const

/** Labels of rules that concern the whole message. */
export const RULE_LABELS = { type: '消息类型', quota: '发送条数', same_text: '重复话术', pace: '发送过快' } as const

/** Shown for what is in a picture, which has no words. */
export const PICTURE_LABELS = { code: '图片中的二维码', unreadable: '无法检查的图片' } as const

/** Card offered instead of contact information in text. */
export const CONTACT_CARD_OFFERS: Record<Source, { label: string; cardType: CardType }> = {
  redbook: { label: '改用名片发送', cardType: 'contact' },
  douyin: { label: '改用留资卡发送', cardType: 'lead_form' },
}

export function lengthText(max: number): string {
  return `内容过长，请缩短到 ${max} 字以内`
}

export function sameTextText(sent: number): string {
  return `相同内容 24 小时内已发送 ${sent} 次，请换个说法，避免被判为骚扰`
}

/** Question of the confirmation dialog; each word once. */
export function warnText(hits: readonly GuardHit[]): string {
  return `可能违反平台规则：${[...new Set(hits.map((hit) => hit.word))].join('、')}，仍要发送？`
}
