import { resolveLocale, type Locale } from '@ruwu/domain'
import type { Memory } from '../browser/storage.ts'

const KEY = 'ruwu.locale'

/** The product speaks Chinese; whoever asked for another language gets it for the controls, or the nearest we have. */
export const DEFAULT_LOCALE = 'zh-CN' satisfies Locale

export function chosenLocale(memory: Memory): Locale {
  const asked = memory.get(KEY)
  return asked ? resolveLocale([asked]) : DEFAULT_LOCALE
}
