import type { Agent, AgentId, Customer, MessageId } from '@ruwu/contract'
import { createContext, use } from 'react'
import type { Line } from '../bubble/message-line.ts'
import type { MessageBody } from '../bubble/message-body.ts'
import type { Rating } from '../message.mutations.ts'

/** What every message of an open conversation needs to be drawn. It stays the same one while messages come and go. */
export type LogPlace = {
  customer: Pick<Customer, 'customerId' | 'name' | 'remark' | 'avatar' | 'source' | 'subSourceName'> & {
    aiName: string
  }
  meId: AgentId | undefined
  agents: ReadonlyMap<string, Agent>
  timeZone: string
  /** What is searched for in the conversation. */
  keyword: string
  canReply: boolean
  /** Nobody else has the customer: what colleagues could not send may be tried again. */
  canResendForOthers: boolean
  canEdit: boolean
  /** May change what the AI knows. */
  canTeach: boolean
  openMedia: (chatId: string) => void
  openMenu: (line: Line, body: MessageBody, x: number, y: number) => void
  resend: (line: Line) => void
  /** The whole record of an answer of the AI. */
  openBasis: (messageId: MessageId) => void
  /** What we think of an answer of the AI. */
  rate: (rating: Rating) => void
  /** Opens the cards of the composer at 留资卡. */
  offerLeadCard: () => void
  /** Goes to the message with this name, as a quotation holds it. */
  goTo: (chatId: string) => void
  findLine: (chatId: string) => Line | undefined
}

export const LogContext = createContext<LogPlace | undefined>(undefined)

export function useLog(): LogPlace {
  const place = use(LogContext)
  if (!place) throw new Error('a message is drawn outside of a conversation')
  return place
}
