const FALLBACK_LOCALE = 'en-US'

/** Each has an antd locale pack, named with an underscore (`zh_CN`). The first entry of a language is its default. */
export const LOCALES = [
  'zh-CN',
  'zh-TW',
  'zh-HK',
  'en-US',
  'en-GB',
  'ja-JP',
  'ko-KR',
  'vi-VN',
  'th-TH',
  'id-ID',
  'ms-MY',
  'hi-IN',
  'bn-BD',
  'ur-PK',
  'fa-IR',
  'ar-EG',
  'he-IL',
  'tr-TR',
  'ru-RU',
  'uk-UA',
  'kk-KZ',
  'pl-PL',
  'cs-CZ',
  'hu-HU',
  'ro-RO',
  'el-GR',
  'de-DE',
  'nl-NL',
  'fr-FR',
  'es-ES',
  'it-IT',
  'pt-PT',
  'pt-BR',
  'sv-SE',
  'da-DK',
  'fi-FI',
] as const

export type Locale = (typeof LOCALES)[number]

/** Best match for the preferred languages in order: exact, else same language, else en-US. */
export function resolveLocale(requested: readonly string[]): Locale {
  for (const tag of requested) {
    const found = findLocale(tag.replaceAll('_', '-').toLowerCase())
    if (found) return found
  }
  return FALLBACK_LOCALE
}

function findLocale(tag: string): Locale | undefined {
  const exact = LOCALES.find((locale) => locale.toLowerCase() === tag)
  if (exact) return exact
  // zh-Hant maps to zh-TW or zh-HK, not to the first zh entry.
  if (tag.startsWith('zh-hant')) return tag.endsWith('-hk') || tag.endsWith('-mo') ? 'zh-HK' : 'zh-TW'
  const [language] = tag.split('-')
  return LOCALES.find((locale) => locale.split('-')[0] === language)
}
