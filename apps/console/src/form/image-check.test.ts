import { expect, test, vi } from 'vitest'
import { pictureFile } from '../testing/picture-file.ts'
import { imageProblem, limitText } from './image-check.ts'

const limit = { types: ['image/jpeg', 'image/png'], maxBytes: 2 * 1024 * 1024 }

const pdf = new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' })

test.each([
  ['the largest', pictureFile('a.png', limit.maxBytes), undefined],
  ['a larger one', pictureFile('a.png', limit.maxBytes + 1), '文件不能超过 2MB'],
  ['a gif', new File(['GIF89a'], 'a.gif', { type: 'image/gif' }), '不支持的文件类型'],
  ['a file without a type', new File(['x'], 'a'), '不支持的文件类型'],
  ['a text named as a picture', new File(['x'], 'a.png', { type: 'image/png' }), '不支持的文件类型'],
])('%s is answered with its problem', async (_name, file, problem) => {
  expect(await imageProblem(file, limit)).toBe(problem)
})

test('a file that was moved since it was chosen is asked for again', async () => {
  const moved = new DOMException('The requested file could not be read', 'NotReadableError')
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValueOnce(moved)

  expect(await imageProblem(pictureFile(), limit)).toBe('文件无法读取，请重新选择')
})

test('where a document is taken too, its bytes are not those of an image', async () => {
  expect(await imageProblem(pdf, { ...limit, types: [...limit.types, pdf.type] })).toBeUndefined()
})

test('the limit is said before one chooses', () => {
  expect(limitText(limit)).toBe('jpg、png，不超过 2 MB')
})
