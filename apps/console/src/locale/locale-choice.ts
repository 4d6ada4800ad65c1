import { resolveLocale, type Locale } from '@ruwu/domain'
import { createStore, useStore } from '@ruwu/ui/store.ts'
import { browserStorage, type KeyValueStorage } from '../browser/storage.ts'

const KEY = 'ruwu.locale'

/** The product's own texts are Chinese; another language applies to antd's controls and calendars. */
export const DEFAULT_LOCALE = 'zh-CN' satisfies Locale

export function rememberedLocale(memory: KeyValueStorage): Locale {
  const asked = memory.get(KEY)
  return asked ? resolveLocale([asked]) : DEFAULT_LOCALE
}

const choice = createStore({ locale: rememberedLocale(browserStorage) })

export function chooseLocale(locale: Locale) {
  browserStorage.set(KEY, locale)
  choice.set({ locale })
}

export const useChosenLocale = () => useStore(choice, ({ locale }) => locale)

/** A language by its own name, as people look for it: 日本語, not 日语. */
export const localeName = (locale: Locale): string =>
  new Intl.DisplayNames([locale], { type: 'language', style: 'short' }).of(locale) ?? locale
