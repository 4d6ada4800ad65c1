import type { AssumedItem } from '@ruwu/domain'
import { isLoopback } from '../../platform/http/public-address.ts'
import { PlatformError } from '../platform-error.ts'
import type { RedbookSettings } from './settings.ts'

export type Assumptions = {
  isAllowed(item: AssumedItem): boolean
  /** Nothing that we made up is sent to the real platform before it was seen working. */
  require(item: AssumedItem): void
}

export function assumptionsOf({ baseUrl, assumed, confirmed }: RedbookSettings): Assumptions {
  const isOn = assumed === undefined ? isLoopback(new URL(baseUrl)) : assumed === 'on'
  const isAllowed = (item: AssumedItem) => isOn || confirmed.includes(item)
  return {
    isAllowed,
    require(item) {
      if (!isAllowed(item)) throw new PlatformError('app_not_allowed')
    },
  }
}
