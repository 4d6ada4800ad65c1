import { ChatPerson } from '../../../../testing/chat-person.ts'
import { world } from '../../../../testing/world.ts'

/** Registered users of the chat service on a server of their own. */
export async function users<const Names extends string[]>(...names: Names) {
  const here = await world({ ownNode: true })
  const people: ChatPerson[] = []
  for (const name of names) people.push(await ChatPerson.register(here.address, name))
  return { ...here, people: people as { [K in keyof Names]: ChatPerson } }
}

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
