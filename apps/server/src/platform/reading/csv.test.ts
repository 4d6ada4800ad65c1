import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'

test.each([
  [
    'rows and empty fields',
    '分组,标题\r\n售前,\n,报价',
    [
      ['分组', '标题'],
      ['售前', ''],
      ['', '报价'],
    ],
  ],
  ['a byte order mark', '\uFEFF分组\n售前\n', [['分组'], ['售前']]],
  ['quoted separators, line ends and quotes', '"a,b","c\r\nd","他说""好"""', [['a,b', 'c\r\nd', '他说"好"']]],
  ['blank lines keep their number', 'a\n\nb', [['a'], [''], ['b']]],
  ['an end behind a comma', 'a,', [['a', '']]],
  ['text behind a closing quote', '"a"b,c', [['ab', 'c']]],
  ['nothing', '', []],
])('%s', (_what, text, rows) => {
  expect(readCsv(text)).toEqual(rows)
})

test.each([
  ['lines', '\n'.repeat(100_001)],
  ['columns', ','.repeat(501)],
  ['cells', `${','.repeat(400)}\n`.repeat(2_500)],
])('too many %s are refused', (_what, text) => {
  expect(() => readCsv(text)).toThrow('表格的内容过多')
})

test('an open quote is refused', () => {
  expect(() => readCsv('a,"b\nc')).toThrow('引号不成对')
})
