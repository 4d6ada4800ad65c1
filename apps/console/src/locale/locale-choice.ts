import { resolveLocale, type Locale } from '@ruwu/domain'
import type { KeyValueStorage } from '../browser/storage.ts'

const KEY = 'ruwu.locale'

/** The product is Chinese; another language applies to antd's controls only, or the nearest one available. */
export const DEFAULT_LOCALE = 'zh-CN' satisfies Locale

export function chosenLocale(memory: KeyValueStorage): Locale {
  const asked = memory.get(KEY)
  return asked ? resolveLocale([asked]) : DEFAULT_LOCALE
}
