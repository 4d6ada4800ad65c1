import { customerApi, type CallArgs, type Data, type FlowId, type TransferGroupRef } from '@ruwu/contract'
import { displayName } from '@ruwu/domain'
import { confirm, toast } from '@ruwu/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { callChatService } from '../../../api/chat-service.ts'
import { showError } from '../../../api/show-error.ts'
import { useMe } from '../../agent/index.ts'
import { applyOptimistic } from './customer-cache.ts'
import { customerKeys } from './customer-keys.ts'
import { withOwner, withPostponed, withReception, withSeatPart, type Owner } from './optimistic.ts'
import { isLimitReached, takenBy } from './receive-refusals.ts'
import { texts } from '../texts.ts'
import { useCustomerChange, type Target } from './use-customer-change.ts'

/** The signed-in agent, for optimistic changes. */
function useOperator() {
  const me = useMe()
  return me && { owner: { agentId: me.id, name: me.name }, operatorId: me.id, operatorName: me.name }
}

/** 接待. Above the agent's limit it asks for confirmation; if a colleague was faster, the customer shows that owner. */
export function useReceive() {
  const by = useOperator()
  const cache = useQueryClient()
  const receive = useCustomerChange<{ customer: Target; confirmFull?: boolean }>({
    optimistic: (item) => {
      if (!by) return item
      const { agentId, name: agentName } = by.owner
      return withReception(item, { kind: 'receive', agentId, agentName, reason: 'claim', ...by }, by.owner)
    },
    send: ({ customer: { customerId }, confirmFull }) =>
      call(customerApi.receive, { body: { customerId, confirmFull } }),
    onRefused: (error, args) => {
      const owner = takenBy(error)
      if (owner) applyOptimistic(cache, args.customer.customerId, (item) => withOwner(item, owner))
      if (!isLimitReached(error) || args.confirmFull) return false
      void insist(error.message, args)
      return true
    },
  })
  const insist = async (question: string, args: { customer: Target }) => {
    if (await confirm({ title: question })) receive.mutate({ ...args, confirmFull: true })
  }
  return receive
}

/** 释放. */
export function useRelease() {
  const by = useOperator()
  return useCustomerChange<{ customer: Target }>({
    optimistic: (item) =>
      by ? withReception(item, { kind: 'release', agentName: by.operatorName, reason: 'release', ...by }) : item,
    send: ({ customer: { customerId } }) => call(customerApi.release, { body: { customerId } }),
  })
}

type RedirectArgs = { customer: Target; to: Owner | { group: TransferGroupRef }; reason: string; note?: string }

/** 转接. */
export function useRedirect() {
  const by = useOperator()
  return useCustomerChange<RedirectArgs>({
    // Who of a group gets the customer is the server's choice.
    optimistic: (item, { to, reason }) =>
      by && 'agentId' in to
        ? withReception(item, { kind: 'redirect', agentId: to.agentId, agentName: to.name, reason, ...by }, to)
        : item,
    send: ({ customer: { customerId }, to, reason, note }) => {
      const target = 'agentId' in to ? { agentId: to.agentId } : { group: to.group }
      return call(customerApi.redirect, { body: { customerId, ...target, reason, note: note || undefined } })
    },
  })
}

/** 归档, 取消归档. */
export function useArchive() {
  const by = useOperator()
  return useCustomerChange<{ customer: Target; archive: boolean; undo?: boolean }, Data<typeof customerApi.archive>>({
    optimistic: (item, { archive }) => (by ? withReception(item, { kind: 'archive', archive, ...by }) : item),
    send: ({ customer: { customerId }, archive, undo }) =>
      call(customerApi.archive, { body: { customerId, archive, undo } }),
  })
}

/** 稍后处理 until a time; null takes it back or ends it. `undo` takes back alone: what came back meanwhile stays first. */
export const usePostpone = () =>
  useCustomerChange<{ customer: Target; until: string | null; undo?: boolean; inboundCount?: number }>({
    optimistic: (item, { until, undo }) => (undo && item.postponedUntil === null ? item : withPostponed(item, until)),
    send: ({ customer: { customerId }, ...how }) => call(customerApi.postpone, { body: { customerId, ...how } }),
  })

/** AI 托管 on or off. */
export function useSetAiStatus() {
  const by = useOperator()
  return useCustomerChange<{ customer: Target; enableAi: boolean }>({
    optimistic: (item, { enableAi }) =>
      by ? withReception(item, { kind: enableAi ? 'ai_on' : 'ai_off', ...by }) : item,
    send: ({ customer: { customerId }, enableAi }) => call(customerApi.setAiStatus, { body: { customerId, enableAi } }),
  })
}

/** 工作流 on or off. */
export function useSetWorkflowStatus() {
  const by = useOperator()
  return useCustomerChange<{ customer: Target; enableWorkflow: boolean; flowId?: FlowId | undefined }>({
    optimistic: (item, { enableWorkflow }) =>
      by ? withReception(item, { kind: enableWorkflow ? 'workflow_on' : 'workflow_off', ...by }) : item,
    send: ({ customer: { customerId }, enableWorkflow, flowId }) =>
      call(customerApi.setWorkflowStatus, { body: { customerId, enableWorkflow, flowId } }),
  })
}

/** 不再恢复. */
export function useSetAutoEnable() {
  const by = useOperator()
  return useCustomerChange<{ customer: Target }>({
    optimistic: (item) => (by ? withReception(item, { kind: 'no_return', ...by }) : item),
    send: ({ customer: { customerId } }) => call(customerApi.setAutoEnable, { body: { customerId, enable: false } }),
  })
}

/** 拉黑 asks first: it applies to the whole enterprise. */
export function useBlock() {
  const { mutate, ...rest } = useCustomerChange<{ customer: Target; block: boolean }>({
    optimistic: (item, { block }) => ({ ...item, isBlocked: block }),
    send: ({ customer: { customerId }, block }) => call(customerApi.block, { body: { customerId, block } }),
  })
  const ask = async (args: { customer: Target & { name: string; remark: string }; block: boolean }) => {
    const { customerId, name, remark } = args.customer
    const title = texts.blockTitle(displayName({ id: customerId, name, remark }))
    if (!args.block || (await confirm({ title, content: texts.blockEffect }))) mutate(args)
  }
  return { ...rest, mutate: (args: Parameters<typeof ask>[0]) => void ask(args) }
}

type Conversation = Target & { topicId: string }

/** 标为未读: per agent, like the two below. */
export const useMarkUnread = () =>
  useCustomerChange<{ customer: Conversation }>({
    optimistic: (item) => withSeatPart(item, { markedUnread: true }),
    send: async ({ customer: { topicId } }) => {
      await callChatService(({ conversation }) => conversation.markUnread({ topicId }))
    },
  })

/** 置顶. */
export const useSetSticky = () =>
  useCustomerChange<{ customer: Conversation; sticky: boolean }>({
    optimistic: (item, { sticky }) => withSeatPart(item, { sticky }),
    send: async ({ customer: { topicId }, sticky }) => {
      await callChatService(({ conversation }) => conversation.update({ topicId, sticky }))
    },
  })

/** 星标. */
export const useSetStar = () =>
  useCustomerChange<{ customer: Target; isStar: boolean }>({
    optimistic: (item, { isStar }) => withSeatPart(item, { isStar }),
    send: async ({ customer: { customerId }, isStar }) => {
      await callChatService(({ relation }) => relation.relation({ userId: customerId, isStar }))
    },
  })

/** Batch action; each customer is checked separately and the refusals are shown together. */
export function useBatch() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: CallArgs<typeof customerApi.batch>['body']) => call(customerApi.batch, { body }),
    onSuccess: ({ success }, { action, archive, until }) => {
      // These are answered by a toast with 撤销.
      const isOffered = (action === 'archive' && archive) || (action === 'postpone' && until)
      if (success > 0 && !isOffered) toast.success(texts.bulkDone(success))
    },
    onError: showError,
    onSettled: () => cache.invalidateQueries({ queryKey: customerKeys.counts }),
  })
}
