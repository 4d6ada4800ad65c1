import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { readCsv } from './reading/csv.ts'
import { readSheets } from './reading/sheets.ts'
import { type Cell, escapeFormula, unescapeFormula } from './table-file.ts'
import { tableStream } from './table-stream.ts'

const columns = [
  { name: '名称', width: 10 },
  { name: '积分', width: 10 },
]

async function* batches(...all: Cell[][][]) {
  yield* all
}

const workbook = async (...all: Cell[][][]) => {
  const [sheet] = await readSheets(await buffer(tableStream('xlsx', columns, batches(...all))))
  return sheet?.rows
}

// R127
test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('%j cannot run as a formula, and is read back', (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`)
  expect(unescapeFormula(escapeFormula(text))).toBe(text)
})

test.each(['', '1-1', 'a=b', ' =1', "'quoted"])('%j is left as it is', (text) => {
  expect(escapeFormula(text)).toBe(text)
})

test('a workbook keeps texts, numbers and empty cells of all batches', async () => {
  expect(await workbook([['林小满', 1234]], [], [['=1', -5]], [[null, 0]])).toEqual([
    ['名称', '积分'],
    ['林小满', '1234'],
    ["'=1", '-5'],
    ['', '0'],
  ])
})

test('marks of XML are texts, and what XML cannot hold is left out', async () => {
  expect(await workbook([['<b>&amp;</b>\u0001\uD800"\n行', null]])).toEqual([
    ['名称', '积分'],
    ['<b>&amp;</b>\uFFFD"\n行'],
  ])
})

test('an empty table has its header', async () => {
  expect(await workbook()).toEqual([['名称', '积分']])
})

test('CSV quotes separators; negative numbers stay numbers', async () => {
  const bytes = await buffer(
    tableStream(
      'csv',
      columns,
      batches([
        ['a,"b"\r\nc', -5],
        ['-5', null],
      ]),
    ),
  )

  expect(bytes.toString()).toBe('\uFEFF名称,积分\r\n"a,""b""\r\nc",-5\r\n\'-5,\r\n')
  expect(readCsv(bytes.toString())).toHaveLength(3)
})

async function* broken() {
  yield [['x', 1]]
  throw new Error('connection lost')
}

test('a failure of the rows fails the file', async () => {
  await expect(buffer(tableStream('xlsx', columns, broken()))).rejects.toThrow('connection lost')
})
