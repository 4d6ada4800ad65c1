import { expect, test } from 'vitest'
import { typedText } from './text.ts'

const Name = typedText(5, '最多 5 个字').min(1, '请输入名称')
const problemOf = (text: string) => Name.safeParse(text).error?.issues[0]?.message

test.each(['', '  ', '\u200B', '\u200D \u2060', '\uFEFF', '\u00AD', '\u3164', '\u202E', '\uFE0F', '\u0007'])(
  'a text in which nothing is to be seen is empty: %j',
  (text) => {
    expect(problemOf(text)).toBe('请输入名称')
  },
)

test.each(['名', ' 名 称 ', '❤️', '👩\u200D👧', '🏳️', 'a\u200Bb', '\u202Eabc'])(
  'what is seen stays as it was typed but for the spaces around it: %j',
  (text) => {
    expect(Name.parse(text)).toBe(text.trim())
  },
)

test.each(['a\0b', 'a\uD800b', '\uDFFF'])('what no database keeps is refused: %j', (text) => {
  expect(problemOf(text)).toBe('包含无法识别的字符')
})
