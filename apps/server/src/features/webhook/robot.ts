import { createHmac } from 'node:crypto'
import type { RobotType } from '@ruwu/contract'
import { excerptOf, maskContacts, WEBHOOK_TEXTS } from '@ruwu/domain'

const MESSAGE_CHARS = 100

/** Of both kinds of robots. A plain text: the name of a customer cannot become a link or a mention. */
export const robotBody = (text: string): string => JSON.stringify({ msgtype: 'text', text: { content: text } })

/** 钉钉 takes the signature (加签) in the address; the key of 企业微信 is a part of it already. */
export function robotUrl(url: string, type: RobotType, secret: string, now: Date): string {
  if (type !== 2 || secret === '') return url
  const timestamp = String(now.getTime())
  const signed = new URL(url)
  signed.searchParams.set('timestamp', timestamp)
  signed.searchParams.set('sign', createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'))
  return signed.href
}

/** Why a robot refused a message, which it answers with status 200; empty when it was accepted. */
export function robotRefusal(answer: string): string {
  const { errcode, errmsg } = parse(answer)
  if (typeof errcode !== 'number') return WEBHOOK_TEXTS.notRobot
  if (errcode === 0) return ''
  const message = typeof errmsg === 'string' ? errmsg.replace(/[\s\p{C}\uFFFD]+/gu, ' ').trim() : ''
  return WEBHOOK_TEXTS.robotRefused(`${errcode} ${maskContacts(excerptOf(message, MESSAGE_CHARS))}`.trim())
}

function parse(answer: string): { errcode?: unknown; errmsg?: unknown } {
  try {
    return (JSON.parse(answer) ?? {}) as object
  } catch {
    return {}
  }
}
