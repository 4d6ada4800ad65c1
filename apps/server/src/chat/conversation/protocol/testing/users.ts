export { chatWorld as users } from '../../../../testing/chat-world.ts'

/** A page of a topic's history. */
export type Page = {
  items: { id: string; seq: number; topicId: string; content: { type: string; text?: string; extra?: object } }[]
  hasMore: boolean
  lastSeq: number
}

/** An item of the conversation list. */
export type Conversation = {
  topicId: string
  unread: number
  lastSeq: number
  lastReadSeq: number
  tags: object[]
  extra: object
  lastMessage?: { type: string; text?: string }
}
