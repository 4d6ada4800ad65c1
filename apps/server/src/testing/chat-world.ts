import type { Conversation, ConversationPage, LogPage, Topic } from '@ruwu/contract'
import { ChatPerson, type ChatSocket } from './chat-person.ts'
import { type World, world } from './world.ts'

export type ChatWorld<Names extends string[]> = World & { people: { [K in keyof Names]: ChatPerson } }

/** A world in which these have registered as chat users. */
export async function chatWorld<const Names extends string[]>(...names: Names): Promise<ChatWorld<Names>> {
  const here = await world()
  const people: ChatPerson[] = []
  for (const name of names) people.push(await ChatPerson.register(here.address, name))
  return { ...here, people: people as ChatWorld<Names>['people'] }
}

/** An agent of the console as a chat user, by the console's token. */
export function asChat(address: string, { id, token }: { id: string; token: string }): ChatPerson {
  const chat = new ChatPerson(address, id)
  chat.token = token
  return chat
}

export const createGroup = (owner: ChatPerson, ...members: ChatPerson[]): Promise<Topic> =>
  owner.ok<Topic>('/api/topic/create', { name: '木作群', members: members.map((member) => member.id) })

export const topicOf = (person: ChatPerson, id: string) => person.ok<Topic>(`/api/topic/info/${id}`)
export const conversationOf = (person: ChatPerson, id: string) => person.ok<Conversation>(`/api/chat/info/${id}`)
export const listOf = (person: ChatPerson, body: object = {}) => person.ok<ConversationPage>('/api/chat/list', body)
export const historyOf = async (person: ChatPerson, id: string, body: object = {}) =>
  (await person.ok<LogPage>(`/api/chat/sync/${id}`, body)).items

/** Types of the chat frames that have arrived up to now. */
export const typesAt = async (socket: ChatSocket) => (await socket.chats()).map((frame) => frame.content.type)

/** Members' ids, page by page. */
export async function membersOf(person: ChatPerson, id: string, limit?: number): Promise<string[]> {
  const ids: string[] = []
  for (let updatedAt: string | undefined; ;) {
    const page: { items: { userId: string }[]; hasMore: boolean; updatedAt: string } = await person.ok(
      `/api/topic/members/${id}`,
      { ...(limit === undefined ? {} : { limit }), ...(updatedAt === undefined ? {} : { updatedAt }) },
    )
    ids.push(...page.items.map((item) => item.userId))
    if (!page.hasMore) return ids
    updatedAt = page.updatedAt
  }
}
