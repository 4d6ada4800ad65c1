import type { ConsoleEvent, MoreAutomation } from '@ruwu/contract'
import { applyAutomationEvent } from '@ruwu/domain'
import type { QueryClient } from '@tanstack/react-query'
import { automationKeys } from './automation.queries.ts'

export function onAutomationEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'banned_words_change') void cache.invalidateQueries({ queryKey: automationKeys.more })
  if (event.type !== 'automation_change') return
  if (event.leadPush) void cache.invalidateQueries({ queryKey: automationKeys.more })
  cache.setQueryData<MoreAutomation>(automationKeys.more, (old) => old && applyAutomationEvent(old, event))
}
