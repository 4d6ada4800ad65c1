import { expect, test } from 'vitest'
import { LOCALES, resolveLocale } from './locales.ts'

// R2
test('there are 36 locales, each once, every one known to Intl', () => {
  expect(new Set(LOCALES).size).toBe(36)
  expect(Intl.getCanonicalLocales(LOCALES)).toEqual([...LOCALES])
  expect(Intl.DateTimeFormat.supportedLocalesOf(LOCALES)).toEqual([...LOCALES])
})

// R2
test.each([
  [['zh-CN'], 'zh-CN'],
  [['ZH_cn'], 'zh-CN'],
  [['zh'], 'zh-CN'],
  [['zh-Hans-SG'], 'zh-CN'],
  [['zh-Hant'], 'zh-TW'],
  [['zh-Hant-HK'], 'zh-HK'],
  [['en-AU'], 'en-US'],
  [['en-GB'], 'en-GB'],
  [['pt-BR'], 'pt-BR'],
  [['pt'], 'pt-PT'],
  [['tlh', 'fr-CA'], 'fr-FR'],
  [['tlh'], 'en-US'],
  [[''], 'en-US'],
  [[], 'en-US'],
])('a reader of %j gets %s', (requested, expected) => {
  expect(resolveLocale(requested)).toBe(expected)
})
