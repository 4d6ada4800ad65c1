import type { LeadStatus } from '@ruwu/contract'

/** One thing that happens in a story: who, and what. Texts may hold {slots}. */
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
  | { by: 'handoff'; reason: string }
  /** Nothing happens for this many hours. */
  | { by: 'pause'; hours: number }

export type Story = {
  /** How often it comes among the others. */
  weight: number
  source?: 'redbook' | 'douyin'
  /** Who answers at the beginning. */
  start: 'ai_agent' | 'manual' | 'workflow'
  ad?: true
  tags: string[]
  stage: string
  lead?: { kind: 'phone' | 'wechat'; status: LeadStatus }
  /** Left as it is: somebody still waits for an answer. */
  isWaiting?: true
  steps: Step[]
}

export const c = (text: string): Step => ({ by: 'customer', text })
export const h = (text: string): Step => ({ by: 'person', text })
export const a = (text: string): Step => ({ by: 'ai', text })
export const f = (text: string): Step => ({ by: 'flow', text })
export const note = (text: string): Step => ({ by: 'note', text })
export const pause = (hours: number): Step => ({ by: 'pause', hours })
export const image = (asset: string): Step => ({ by: 'customer', media: 'image', asset })
