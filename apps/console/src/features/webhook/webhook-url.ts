import type { WebhookId } from '@ruwu/contract'
import { useUrlQuery } from '../../list/use-url-query.ts'

/** Takes the place of an id in the URL while a subscription is created. */
export const NEW_WEBHOOK = 'new'

/** The subscription whose form, and the one whose log is open, kept in the URL. */
export function useWebhookUrl() {
  const [query, change] = useUrlQuery()
  const put = (key: 'webhook' | 'webhookLog', id: string | undefined, options?: { replace: boolean }) =>
    change((old) => {
      if (id) old.set(key, id)
      else old.delete(key)
      return old
    }, options)
  return {
    editedId: query.get('webhook'),
    logId: query.get('webhookLog'),
    edit: (id: WebhookId | typeof NEW_WEBHOOK) => put('webhook', id),
    closeForm: () => put('webhook', undefined, { replace: true }),
    showLog: (id: WebhookId | undefined) => put('webhookLog', id, { replace: true }),
  }
}
