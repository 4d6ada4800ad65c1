import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { customerSettingKeys } from './customer-setting.queries.ts'

export function onCustomerSettingEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'customer_setting_change')
    for (const queryKey of [customerSettingKeys.fields, customerSettingKeys.setting])
      void cache.invalidateQueries({ queryKey })
  const changesBlacklist =
    event.type === 'customer_erase' ||
    (event.type === 'agent_update_customer_info' && event.changed.isBlocked !== undefined)
  if (changesBlacklist) void cache.invalidateQueries({ queryKey: customerSettingKeys.blacklist })
}
