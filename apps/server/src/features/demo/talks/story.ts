import type { LeadStatus } from '@ruwu/contract'
import type { PastHandoff } from '../past-conversations.ts'

/** One step of a story. Texts may contain {slots}. */
export type Step =
  | { by: 'customer'; text: string }
  | { by: 'customer'; media: 'image' | 'voice' | 'video'; asset: string }
  | { by: 'customer'; form: true }
  | { by: 'person'; text: string; outcome?: 'failed' | 'recalled' }
  | { by: 'person'; card: 'lead_form' | 'contact' }
  | { by: 'ai'; text: string }
  | { by: 'flow'; text: string }
  | { by: 'note'; text: string }
  | { by: 'copied' }
  | { by: 'handoff'; reason: string; cause: PastHandoff }
  /** 转接 to a colleague. */
  | { by: 'transfer'; reason: string }
  /** Nobody answers until 超时回收; a colleague receives the customer. */
  | { by: 'timeout' }
  /** A pause in hours. */
  | { by: 'pause'; hours: number }

export type Story = {
  /** Relative frequency. */
  weight: number
  source?: 'redbook' | 'douyin'
  /** Reception at the start. */
  start: 'ai_agent' | 'manual' | 'workflow'
  ad?: true
  tags: string[]
  stage: string
  lead?: { kind: 'phone' | 'wechat'; status: LeadStatus }
  /** Ends with an unanswered message. */
  isWaiting?: true
  steps: Step[]
}

export const c = (text: string): Step => ({ by: 'customer', text })
export const h = (text: string): Step => ({ by: 'person', text })
export const a = (text: string): Step => ({ by: 'ai', text })
export const f = (text: string): Step => ({ by: 'flow', text })
export const note = (text: string): Step => ({ by: 'note', text })
export const pause = (hours: number): Step => ({ by: 'pause', hours })
export const transfer = (reason: string): Step => ({ by: 'transfer', reason })
export const image = (asset: string): Step => ({ by: 'customer', media: 'image', asset })
