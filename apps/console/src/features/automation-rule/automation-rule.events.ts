import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { ruleKeys } from './automation-rule.queries.ts'

export function onAutomationRuleEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'automation_rule_change') void cache.invalidateQueries({ queryKey: ruleKeys.all })
}
