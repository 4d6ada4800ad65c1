import type { Agent, AgentId, Customer, MessageId } from '@ruwu/contract'
import { createContext, use } from 'react'
import type { Line } from '../bubble/message-line.ts'
import type { MessageBody } from '../bubble/message-body.ts'
import type { Rating } from '../message.mutations.ts'

/** Shared by all messages of the open thread; a stable object, so that new messages do not re-render old ones. */
export type LogContextValue = {
  customer: Pick<Customer, 'customerId' | 'name' | 'remark' | 'avatar' | 'source' | 'subSourceName'> & {
    aiName: string
  }
  meId: AgentId | undefined
  agents: ReadonlyMap<string, Agent>
  timeZone: string
  /** The keyword of the search in the thread. */
  keyword: string
  canReply: boolean
  /** The customer has no other owner: failed messages of colleagues may be resent. */
  canResendForOthers: boolean
  canEdit: boolean
  /** May edit the knowledge base. */
  canTeach: boolean
  openMedia: (chatId: string) => void
  openMenu: (line: Line, body: MessageBody, x: number, y: number) => void
  resend: (line: Line) => void
  /** Opens the record of an AI answer. */
  openBasis: (messageId: MessageId) => void
  /** Rates an AI answer. */
  rate: (rating: Rating) => void
  /** Opens the card dialog at 留资卡. */
  offerLeadCard: () => void
  /** Scrolls to a message of the thread by its number. */
  goTo: (seq: number) => void
}

export const LogContext = createContext<LogContextValue | undefined>(undefined)

export function useLogContext(): LogContextValue {
  const place = use(LogContext)
  if (!place) throw new Error('a message is drawn outside of a conversation')
  return place
}
