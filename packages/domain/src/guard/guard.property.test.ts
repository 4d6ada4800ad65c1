import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { check, ownWord, ownWords } from './testing/outbound.ts'
import { compileWordPattern } from './word-pattern.ts'

const pieces = [
  '微',
  '信',
  '薇',
  'v',
  'x',
  '加',
  '+',
  'q',
  '1',
  '3',
  '8',
  '13800001234',
  '一',
  '①',
  '😀',
  '❤️',
  '[微笑R]',
  '[',
  '最',
  '好',
  '的',
  '全网最低',
  '京',
  '东',
  '.',
  'com',
  '@',
  'www',
  'http://',
  ' ',
  '-',
  '，',
  '\u200b',
  '\ud83d',
  'ﷺ',
]
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 50 }).map((list) => list.join('')),
)

test('no text makes the check fail; marks lie in the text, in order, and never overlap', () => {
  fc.assert(
    fc.property(text, (original) => {
      const { hits } = check(original, { settings: { contactLevel: 'warn' } })

      for (const rule of ['link', 'contact', 'word']) {
        let end = 0
        for (const hit of hits.filter((known) => known.rule === rule)) {
          expect(hit.start).toBeGreaterThanOrEqual(end)
          expect(hit.end).toBeGreaterThan(hit.start)
          expect(hit.word).toBe(original.slice(hit.start, hit.end))
          end = hit.end
        }
        expect(end).toBeLessThanOrEqual(original.length)
      }
    }),
    { numRuns: 1000 },
  )
})

const word = fc.constantFrom('内部价', '代购价', 'abc')
const inserted = fc.constantFrom('', ' ', '.', '·', '-', '😀', '❤️', '[微笑R]', '\u200b')

test('a word with signs between its characters is the same word, and is replaced whole', () => {
  fc.assert(
    fc.property(word, inserted, inserted, (known, first, second) => {
      const [a, b, c] = Array.from(known)
      const words = ownWords(ownWord(known, { level: 'replace', replaceWith: '某' }))

      expect(check(`好${a}${first}${b}${second}${c}好`, { words }).text).toBe('好某好')
    }),
  )
})

test('no pattern makes compiling fail', () => {
  const signs = fc.constantFrom(...'ab.*+?{}[]()|\\^$,0129-:=!<>k'.split(''))

  fc.assert(
    fc.property(fc.string({ unit: signs, maxLength: 20 }), (pattern) => {
      const compiled = compileWordPattern(pattern)
      expect(compiled === undefined || compiled instanceof RegExp).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
