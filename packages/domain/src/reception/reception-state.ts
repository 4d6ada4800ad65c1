import type { AgentId, AiOffReason, CustomerEvent, HintType, ReceptionType } from '@ruwu/contract'
import type { Reception, StartingSituation } from './starting-reception.ts'

/** A customer's reception state. */
export type ReceptionState = {
  receptionType: ReceptionType
  /** Incremented with every change of type; work started under an older epoch is discarded. */
  receptionEpoch: number
  /** Null exactly while the AI receives. */
  aiOffReason: AiOffReason | null
  /** When the AI returns; only while a person receives after human_reply, handoff or error. */
  autoEnableAt: Date | null
  agentId: AgentId | null
  archive: boolean
}

/** The acting agent, or the named automation (null). */
type Operator = { operatorId: AgentId | null; operatorName: string }

/** Transition causes T2–T20 of the specification. `starting`: the reception a new session would start with now. */
export type ReceptionCause =
  /** T2: a known customer starts a new session. */
  | { kind: 'new_session'; starting: Reception }
  /** T3, T4: the switch AI 托管. */
  | ({ kind: 'ai_on' } & Operator)
  | ({ kind: 'ai_off' } & Operator)
  /** T5, T5b: an agent sends here, or someone in the platform's own app (sender null). */
  | { kind: 'human_send'; sender: { agentId: AgentId; agentName: string } | null; returnAt: Date | null }
  /** T6: the AI hands off with a reason. */
  | { kind: 'handoff'; why: string }
  /** T7 */
  | { kind: 'ai_error' }
  /** T8, T9: points used up or daily limit reached; points available again. */
  | { kind: 'points_out'; hasOpenSession: boolean; isDailyLimit: boolean; isSuspended?: boolean }
  | { kind: 'points_back' }
  /** T10: autoEnableAt has passed. */
  | { kind: 'auto_return'; starting: Reception }
  /** T11, T12: the account's switch; one event for all its customers. */
  | { kind: 'channel_off' }
  | { kind: 'channel_on' }
  /** T13: an agent opens the customer. */
  | { kind: 'locate'; situation: StartingSituation; operatorId: AgentId }
  /** T14: the switch 工作流. */
  | ({ kind: 'workflow_on' } & Operator)
  | ({ kind: 'workflow_off' } & Operator)
  /** T14 without an agent: a published workflow's trigger fired. `hasHumanReply`: an agent has written in this session. */
  | { kind: 'workflow_start'; flowName: string; hasHumanReply: boolean }
  /** T15: the workflow hands off, ends or fails. */
  | { kind: 'workflow_end'; outcome: 'handoff' | 'end' | 'error'; starting: Reception }
  /** T16: the plan's period changed since the customer's last message. */
  | { kind: 'period_change'; starting: Reception }
  /** T17: 接待, by the agent or by assignment. */
  | {
      kind: 'receive'
      agentId: AgentId
      agentName: string
      reason: 'claim' | 'reply' | 'auto'
      operatorId: AgentId | null
    }
  /** T18: 释放 by an agent, or 超时回收 from the named owner. */
  | { kind: 'release'; agentName: string; reason: 'release' | 'timeout'; operatorId: AgentId | null }
  /** T19: 转接. */
  | ({ kind: 'redirect'; agentId: AgentId; agentName: string; reason: string; note?: string | undefined } & Operator)
  /** T20: 归档, 取消归档. */
  | ({ kind: 'archive'; archive: boolean } & Operator)
  /** 不再恢复. */
  | ({ kind: 'no_return' } & Operator)

/** A customer event without the base fields. */
export type BareCustomerEvent = CustomerEvent extends infer Each
  ? Each extends CustomerEvent
    ? Omit<Each, 'customerId' | 'customer' | 'receptionEpoch' | 'at'>
    : never
  : never

export type ReceptionLine = { kind: 'reception' | 'receive' | 'release' | 'redirect' | 'archive'; text: string }

export type ReceptionChange = {
  state: ReceptionState
  /** In emit order. */
  events: BareCustomerEvent[]
  /** Grey lines of the thread. */
  lines: ReceptionLine[]
  /** Notification type, if any. */
  hint: HintType | null
  /** False: the cause does not apply. */
  hasChanged: boolean
}
