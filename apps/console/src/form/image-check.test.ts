import { expect, test } from 'vitest'
import { imageProblem, limitText } from './image-check.ts'

const limit = { types: ['image/jpeg', 'image/png'], maxBytes: 2 * 1024 * 1024 }

test.each([
  [{ type: 'image/png', size: limit.maxBytes }, undefined],
  [{ type: 'image/png', size: limit.maxBytes + 1 }, '文件不能超过 2MB'],
  [{ type: 'image/gif', size: 10 }, '不支持的文件类型'],
  [{ type: '', size: 10 }, '不支持的文件类型'],
])('the file %j is answered with %j', (file, problem) => {
  expect(imageProblem(file, limit)).toBe(problem)
})

test('the limit is said before one chooses', () => {
  expect(limitText(limit)).toBe('jpg、png，不超过 2 MB')
})
