import type { ConsoleEvent } from '@ruwu/contract'
import type { QueryClient } from '@tanstack/react-query'
import { notifySettingKey } from './notify-setting.queries.ts'

export function onNotifySettingEvent(cache: QueryClient, event: ConsoleEvent) {
  if (event.type === 'notify_setting_change') void cache.invalidateQueries({ queryKey: notifySettingKey })
}
