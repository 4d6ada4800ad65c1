import { type CustomerId, type Data, type HandlerArgs, messageApi } from '@ruwu/contract'
import type { FastifyInstance } from 'fastify'
import type { Caller } from '../platform/http/caller.ts'
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
  suggestions: {
    suggest(caller: Caller, customerId: CustomerId, signal: AbortSignal): Promise<Data<typeof messageApi.suggest>>
  }
  rewrites: {
    modelHelp(caller: Caller): Promise<Data<typeof messageApi.modelHelp>>
    rewrite(
      caller: Caller,
      typed: HandlerArgs<typeof messageApi.rewrite>['body'],
      signal: AbortSignal,
    ): Promise<Data<typeof messageApi.rewrite>>
  }
}

export function customerMessageRoutes(
  app: FastifyInstance,
  deps: ImplementDeps,
  { threads, locator, feedback, copies, sends, suggestions, rewrites }: ThreadParts,
): void {
  implement(app, deps, '客户消息', messageApi, {
    list: ({ caller, body }) => threads.list(caller, body),
    locate: ({ caller, body }) => locator.locate(caller, body),
    feedback: ({ caller, body }) => feedback.judge(caller, body),
    send: ({ caller, body }) => sends.send(caller, body),
    suggest: ({ caller, body, origin }) => suggestions.suggest(caller, body.customerId, origin.closed()),
    modelHelp: ({ caller }) => rewrites.modelHelp(caller),
    rewrite: ({ caller, body, origin }) => rewrites.rewrite(caller, body, origin.closed()),
    copied: ({ caller, body }) => copies.copied(caller, body.id),
    withdraw: ({ caller, body }) => threads.withdraw(caller, body.id),
  })
}
