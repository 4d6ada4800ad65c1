import { type CallArgs, type Webhook, webhookApi, type WebhookDeliveryId, type WebhookId } from '@ruwu/contract'
import { toast } from '@ruwu/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showError } from '../../api/show-error.ts'
import { texts as formTexts } from '../../form/texts.ts'
import { texts } from './texts.ts'

const webhooksKey = ['webhook', 'list'] as const
/** No event tells of deliveries: an open log, or one that waits, is followed by asking. */
const FOLLOW_MS = 5_000

export const useWebhooks = ({ isLogOpen }: { isLogOpen: boolean }) =>
  useQuery({
    queryKey: webhooksKey,
    queryFn: () => call(webhookApi.list),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (isLogOpen || data?.some(isWaiting) ? FOLLOW_MS : false),
  })

const isWaiting = ({ late, deliveries }: Webhook): boolean =>
  late > 0 || deliveries.some(({ state }) => state === 'waiting')

function useRefresh() {
  const cache = useQueryClient()
  return () => cache.invalidateQueries({ queryKey: webhooksKey })
}

export type SaveBody = CallArgs<typeof webhookApi.save>['body']

/** Errors are shown by the form. */
export function useSaveWebhook() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (body: SaveBody) => call(webhookApi.save, { body }),
    onSuccess: () => toast.success(formTexts.saved),
    onSettled: refresh,
  })
}

export function useTestWebhook() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: WebhookId) => call(webhookApi.test, { body: { id } }),
    onError: showError,
    onSettled: refresh,
  })
}

export function useRedeliver() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: WebhookDeliveryId) => call(webhookApi.redeliver, { body: { id } }),
    onError: showError,
    onSettled: refresh,
  })
}

export function useRemoveWebhook() {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (id: WebhookId) => call(webhookApi.remove, { query: { id } }),
    onSuccess: () => toast.success(texts.removed),
    onError: showError,
    onSettled: refresh,
  })
}
