import { chatConversationRoutes, type SendRequest } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { ChatError } from '../../platform/http/chat-error.ts'
import { type ChatDeps, type ChatHandlers, implementChat } from '../../platform/http/implement-chat.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import type { SendService } from '../message/index.ts'
import { newChatId, type TopicService } from '../topic/index.ts'
import type { ConversationService } from './conversation.service.ts'
import type { HistoryService } from './history.service.ts'
import type { ReadService } from './read.service.ts'

type Services = {
  conversations: ConversationService
  history: HistoryService
  reads: ReadService
  topics: TopicService
  sends: SendService
}

const done = async (work: Promise<unknown>): Promise<true> => {
  await work
  return true
}

type SendBody = { chatId?: string; topicId?: string; attendee?: string; content?: unknown }

export function conversationRoutes(app: FastifyInstance, deps: ChatDeps, services: Services): void {
  const { conversations, history, reads, topics, sends } = services

  const send = async (caller: ChatIdentity, body: SendBody) => {
    const chatId = body.chatId || newChatId()
    const topicId = body.topicId || (body.attendee ? `${caller.userId}:${body.attendee}` : '')
    const outcome = await sends.send(caller, { chatId, topicId, attendee: undefined, content: body.content })
    if (outcome.code !== 200) throw new ChatError(outcome.code, outcome.message)
    const [first = '', second] = topicId.split(':')
    const peer = first === caller.userId ? second : first
    return {
      senderId: caller.userId,
      topicId: second === undefined ? topicId : `${caller.userId}:${peer}`,
      attendeeId: second === undefined ? '' : (peer ?? ''),
      chatId,
      code: 200,
      seq: outcome.seq,
      message: 'ok',
      usage: 0,
    }
  }

  const handlers: ChatHandlers<typeof chatConversationRoutes> = {
    openTopic: ({ caller, params }) => topics.openDmTopic(caller, params.userId),
    open: ({ caller, params }) => conversations.open(caller, params.userId),
    list: ({ caller, body }) => conversations.list(caller, body),
    info: ({ caller, params }) => conversations.info(caller, params.topicId),
    remove: ({ caller, params }) => done(conversations.remove(caller, params.topicId)),
    update: ({ caller, params, body }) => conversations.update(caller, params.topicId, body),
    markUnread: ({ caller, params }) => conversations.markUnread(caller, params.topicId),
    read: ({ caller, params }) => done(reads.read(caller, params.topicId, undefined)),
    readAll: ({ caller }) => done(reads.readAll(caller)),
    clearMessages: ({ caller, params }) => done(conversations.clearMessages(caller, params.topicId)),
    removeMessages: ({ caller, params, body }) => done(history.removeMessages(caller, params.topicId, body.ids ?? [])),
    sync: ({ caller, params, body }) => history.sync(caller, params.topicId, body),
    batchSync: ({ caller, body }) => history.batchSync(caller, body),
    sendTo: ({ caller, params, body }) => send(caller, { ...body, topicId: params.topicId }),
    send: ({ caller, body }) => send(caller, body),
  }
  implementChat(app, deps, '聊天：会话', chatConversationRoutes, handlers, { send: isSendBody, sendTo: isSendBody })
}

const isTextOrAbsent = (value: unknown) => value === undefined || typeof value === 'string'

/** Whether `SendRequest` would return the body unchanged; only bodies with nulls are changed. */
export function isSendBody(body: unknown): body is z.output<typeof SendRequest> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  const { chatId, topicId, attendee, content } = body as Record<string, unknown>
  return content !== undefined && isTextOrAbsent(chatId) && isTextOrAbsent(topicId) && isTextOrAbsent(attendee)
}
