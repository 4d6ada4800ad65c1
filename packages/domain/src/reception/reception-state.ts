import type { AgentId, AiOffReason, CustomerEvent, HintType, ReceptionType } from '@ruwu/contract'
import type { Reception, StartingSituation } from './starting-reception.ts'

/** What a customer's reception is made of. */
export type ReceptionState = {
  receptionType: ReceptionType
  /** Grows with every change of the type, so that what was begun before is known to be over. */
  receptionEpoch: number
  /** Null exactly while the AI receives. */
  aiOffReason: AiOffReason | null
  /** When the AI returns; only while a person receives after human_reply, handoff or error. */
  autoEnableAt: Date | null
  agentId: AgentId | null
  archive: boolean
}

/** Who acts, as events and lines name them. */
type Operator = { operatorId: AgentId; operatorName: string }

/** Why a reception changes, by the lines T2–T20 of the specification. `starting` is what a session would start with now. */
export type ReceptionCause =
  /** T2: a known customer comes again. */
  | { kind: 'new_session'; starting: Reception }
  /** T3, T4: the switch AI 托管. */
  | ({ kind: 'ai_on' } & Operator)
  | ({ kind: 'ai_off' } & Operator)
  /** T5, T5b: a person speaks, here or in the platform's own app, where nobody of ours is named. */
  | { kind: 'human_send'; sender: { agentId: AgentId; agentName: string } | null; returnAt: Date | null }
  /** T6: the AI passes on, and says why. */
  | { kind: 'handoff'; why: string }
  /** T7 */
  | { kind: 'ai_error' }
  /** T8, T9: points are used up, or a daily limit of them is reached; or they are there again. */
  | { kind: 'points_out'; hasOpenSession: boolean; isDailyLimit: boolean }
  | { kind: 'points_back' }
  /** T10: the time has come. */
  | { kind: 'auto_return'; starting: Reception }
  /** T11, T12: the account's switch, of which all consoles are told by one event. */
  | { kind: 'channel_off' }
  | { kind: 'channel_on' }
  /** T13: somebody opens the customer. */
  | { kind: 'locate'; situation: StartingSituation; operatorId: AgentId }
  /** T14: the switch 工作流. */
  | ({ kind: 'workflow_on' } & Operator)
  | ({ kind: 'workflow_off' } & Operator)
  /** T15: the workflow passes on, ends or fails. */
  | { kind: 'workflow_end'; outcome: 'handoff' | 'end' | 'error'; starting: Reception }
  /** T16: another period of the plan has begun since the customer last wrote. */
  | { kind: 'period_change'; starting: Reception }
  /** T17: 接待, by oneself or by assignment. */
  | {
      kind: 'receive'
      agentId: AgentId
      agentName: string
      reason: 'claim' | 'reply' | 'auto'
      operatorId: AgentId | null
    }
  /** T18: 释放, by whom is named, or because the owner who is named let the customer wait. */
  | { kind: 'release'; agentName: string; reason: 'release' | 'timeout'; operatorId: AgentId | null }
  /** T19: 转接. */
  | ({ kind: 'redirect'; agentId: AgentId; agentName: string; reason: string; note?: string | undefined } & Operator)
  /** T20: 归档, 取消归档. */
  | ({ kind: 'archive'; archive: boolean } & Operator)
  /** 不再恢复. */
  | ({ kind: 'no_return' } & Operator)

/** A customer's event without what every one of them carries. */
export type BareCustomerEvent = CustomerEvent extends infer Each
  ? Each extends CustomerEvent
    ? Omit<Each, 'customerId' | 'customer' | 'receptionEpoch' | 'at'>
    : never
  : never

export type ReceptionLine = { kind: 'reception' | 'receive' | 'release' | 'redirect' | 'archive'; text: string }

export type ReceptionChange = {
  state: ReceptionState
  /** In the order in which they are told. */
  events: BareCustomerEvent[]
  /** Grey lines of the thread. */
  lines: ReceptionLine[]
  /** Whom it concerns are told aloud. */
  hint: HintType | null
  /** False: the cause does not apply here, and nothing is different. */
  hasChanged: boolean
}
