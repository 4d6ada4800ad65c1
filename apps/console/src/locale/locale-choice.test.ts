import { LOCALES } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { memoryStorage } from '../testing/memory-storage.ts'
import { DEFAULT_LOCALE, localeName, rememberedLocale } from './locale-choice.ts'
import { packs } from './locale-packs.ts'

test.each([
  [{}, 'zh-CN'],
  [{ 'ruwu.locale': 'ja' }, 'ja-JP'],
  [{ 'ruwu.locale': 'pt_BR' }, 'pt-BR'],
  [{ 'ruwu.locale': 'tlh' }, 'en-US'],
])('with %j remembered the controls speak %s', (remembered, locale) => {
  expect(rememberedLocale(memoryStorage(remembered))).toBe(locale)
})

test('every language of the product has a pack', () => {
  expect([DEFAULT_LOCALE, ...Object.keys(packs)]).toEqual([...LOCALES])
})

test('languages are listed by their own names, each once', () => {
  const names = LOCALES.map(localeName)
  expect(names).toEqual(
    expect.arrayContaining(['中文（中国）', '中文（香港）', '日本語 (日本)', 'Deutsch (Deutschland)']),
  )
  expect(new Set(names).size).toBe(LOCALES.length)
})
