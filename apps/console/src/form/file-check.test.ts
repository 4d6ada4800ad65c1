import { expect, test } from 'vitest'
import { acceptOf, fileHint, fileProblem } from './file-check.ts'

const MB = 1024 * 1024
const limit = { types: ['pdf', 'txt', 'xlsx'], maxBytes: 10 * MB }

test.each([
  ['价目.xlsx', 10 * MB, undefined],
  ['说明.PDF', 1, undefined],
  ['说明.pdf', 10 * MB + 1, '文件不能超过 10.0 MB'],
  ['说明.txt', 0, '文件是空的'],
  ['照片.png', 1, '不支持的文件类型'],
  ['没有后缀', 1, '不支持的文件类型'],
])('%s of %i bytes', (name, size, problem) => {
  expect(fileProblem({ name, size }, limit)).toBe(problem)
})

test('an input says what it takes', () => {
  expect(acceptOf(limit)).toBe('.pdf,.txt,.xlsx')
  expect(fileHint({ types: ['xlsx'], maxBytes: 10 * MB })).toBe('支持 xlsx，不超过 10.0 MB')
})
