import type { OwnerType, QuickReply } from '@ruwu/contract'
import { confirm } from '@ruwu/ui'
import { useRemoveReply } from './quick-reply.mutations.ts'
import { texts } from './texts.ts'

/** Asks, and deletes a reply; one of the enterprise's goes for everybody. */
export function useAskRemove(owner: OwnerType) {
  const remove = useRemoveReply()
  return async (reply: QuickReply) => {
    const content = owner === 'enterprise' ? texts.removeEffect : texts.removeOwnEffect
    if (await confirm({ title: texts.removeTitle(reply.title), content })) remove.mutate(reply)
  }
}
