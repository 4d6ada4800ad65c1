import { chatTopicRoutes } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { type ChatDeps, implementChat } from '../../platform/http/implement-chat.ts'
import type { KnockService } from './knock.service.ts'
import type { TopicService } from './topic.service.ts'

/** The protocol answers these routes with a bare `true`. */
const done = async (work: Promise<unknown>): Promise<true> => {
  await work
  return true
}

export function topicRoutes(app: FastifyInstance, deps: ChatDeps, topics: TopicService, knocks: KnockService): void {
  implementChat(app, deps, '聊天：群', chatTopicRoutes, {
    info: ({ caller, params }) => topics.info(caller, params.topicId),
    create: ({ caller, body }) => topics.create(caller, body),
    members: ({ caller, params, body }) =>
      topics.members(
        caller,
        params.topicId,
        body.updatedAt === undefined ? undefined : new Date(body.updatedAt),
        body.limit,
      ),
    update: ({ caller, params, body }) => done(topics.update(caller, params.topicId, body)),
    notice: ({ caller, params, body }) => done(topics.notice(caller, params.topicId, body.text ?? '')),
    dismiss: ({ caller, params }) => done(topics.dismiss(caller, params.topicId)),
    quit: ({ caller, params }) => done(topics.quit(caller, params.topicId)),
    knock: ({ caller, params, body }) => done(knocks.knock(caller, params.topicId, body)),
    listKnock: ({ caller, params }) => knocks.list(caller, params.topicId),
    listKnockAll: ({ caller }) => knocks.listAll(caller),
    acceptKnock: ({ caller, params }) => done(knocks.accept(caller, params.topicId, params.userId)),
    rejectKnock: ({ caller, params, body }) =>
      done(knocks.reject(caller, params.topicId, params.userId, body.message ?? '')),
    invite: ({ caller, params }) => done(topics.join(caller, params.topicId, params.userId)),
    addMember: async ({ caller, params }) => {
      const { userId, joinedAt, updatedAt } = await topics.join(caller, params.topicId, params.userId)
      return {
        topicId: params.topicId,
        userId,
        name: '',
        joinedAt: joinedAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
      }
    },
    kickOut: ({ caller, params }) => done(topics.kickOut(caller, params.topicId, params.userId)),
    silence: ({ caller, params, body }) => done(topics.silence(caller, params.topicId, body.duration)),
    silenceMember: ({ caller, params, body }) =>
      done(topics.silenceMember(caller, params.topicId, params.userId, body.duration)),
    silenceMemberToo: ({ caller, params, body }) =>
      done(topics.silenceMember(caller, params.topicId, params.userId, body.duration)),
    addAdmin: ({ caller, params }) => done(topics.setAdmin(caller, params.topicId, params.userId, true)),
    removeAdmin: ({ caller, params }) => done(topics.setAdmin(caller, params.topicId, params.userId, false)),
    transfer: ({ caller, params }) => done(topics.transfer(caller, params.topicId, params.userId)),
  })
}
