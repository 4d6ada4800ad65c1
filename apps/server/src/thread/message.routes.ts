import { messageApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import { implement, type ImplementDeps } from '../platform/http/implement.ts'
import type { CustomerSendService } from '../outbound/index.ts'
import type { ThreadCopyService } from './thread-copy.service.ts'
import type { ThreadFeedbackService } from './thread-feedback.service.ts'
import type { ThreadLocateService } from './thread-locate.service.ts'
import type { ThreadService } from './thread.service.ts'

type ThreadParts = {
  threads: ThreadService
  locator: ThreadLocateService
  feedback: ThreadFeedbackService
  copies: ThreadCopyService
  sends: CustomerSendService
}

export function customerMessageRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  { threads, locator, feedback, copies, sends }: ThreadParts,
): void {
  implement(app, deps, '客户消息', messageApi, {
    list: ({ caller, body }) => threads.list(caller, body),
    locate: ({ caller, body }) => locator.locate(caller, body),
    feedback: ({ caller, body }) => feedback.judge(caller, body),
    send: ({ caller, body }) => sends.send(caller, body),
    copied: ({ caller, body }) => copies.copied(caller, body.id),
    withdraw: ({ caller, body }) => threads.withdraw(caller, body.id),
  })
}
