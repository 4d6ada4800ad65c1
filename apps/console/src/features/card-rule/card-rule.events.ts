import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { cardRuleKeys } from './card-rule.queries.ts'

export function onCardRuleEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type !== 'card_rule_change') return
  void cache.invalidateQueries({ queryKey: cardRuleKeys.list(event.relationId) })
}
