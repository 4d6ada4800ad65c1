import { CustomerId } from '@ruwu/contract'
import { SOURCE_CAPABILITIES } from '@ruwu/domain'
import { expect, test } from 'vitest'
import { NetworkError } from '../../../../api/errors.ts'
import { imageKind } from '../../../../form/image-check.ts'
import { createUploadQueue } from './create-upload-queue.ts'
import { pickImages } from './pick-images.ts'
import { pastedImages } from './pick-images.ts'
import type { UploadRequest } from './upload-attachment.ts'

const bytesOf = {
  jpg: [0xff, 0xd8, 0xff, 0xe0],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  webp: [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50],
  bmp: [0x42, 0x4d, 0, 0],
  gif: [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  pdf: [0x25, 0x50, 0x44, 0x46],
}

const file = (kind: keyof typeof bytesOf, name = `a.${kind}`, size = 0) =>
  new File([new Uint8Array(bytesOf[kind]), new Uint8Array(size)], name, { type: 'image/png' })

const { redbook, douyin } = SOURCE_CAPABILITIES
const redraw = (it: File) => Promise.resolve(new File([new Uint8Array(bytesOf.png)], it.name, { type: 'image/png' }))

test.each([
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['bmp', 'image/bmp'],
  ['gif', undefined],
  ['pdf', undefined],
] as const)('%s is %s by its bytes', (kind, type) => {
  expect(imageKind(new Uint8Array(bytesOf[kind]))).toBe(type)
})

test('what the bytes say counts, not the name', async () => {
  const { images, problems } = await pickImages([file('jpg', 'a.png'), file('pdf', 'b.png')], redbook, redraw)

  expect(images.map(({ name, type }) => [name, type])).toEqual([['a.png', 'image/jpeg']])
  expect(problems).toEqual(['不支持的文件类型'])
})

test('a bmp becomes a png where the source does not take it', async () => {
  expect((await pickImages([file('bmp')], redbook, redraw)).images.map((it) => it.type)).toEqual(['image/png'])
  expect((await pickImages([file('bmp')], douyin, redraw)).images.map((it) => it.type)).toEqual(['image/bmp'])
  expect(await pickImages([file('bmp')], redbook, () => Promise.reject(new Error('broken')))).toEqual({
    images: [],
    problems: ['不支持的文件类型'],
  })
})

test('too large, too many and not at all each say why, once', async () => {
  const large = [file('png', 'a.png', 10 * 1024 * 1024), file('png', 'b.png', 10 * 1024 * 1024)]
  expect(await pickImages(large, redbook, redraw)).toEqual({ images: [], problems: ['文件不能超过 10MB'] })

  const many = Array.from({ length: 10 }, (_, index) => file('png', `${index}.png`))
  const picked = await pickImages(many, redbook, redraw)
  expect(picked.images).toHaveLength(9)
  expect(picked.problems).toEqual(['一次最多发送 9 张图片'])

  expect(await pickImages([file('png')], { ...redbook, image: null }, redraw)).toEqual({
    images: [],
    problems: ['小红书不支持发送图片'],
  })
})

const clipboard = (text: string) => ({ getData: () => text, files: [file('png')] })

test('an image is pasted only without text beside it', () => {
  expect(pastedImages(clipboard(''))).toHaveLength(1)
  expect(pastedImages(clipboard('表格里的字'))).toEqual([])
})

const ada = CustomerId.parse('a'.repeat(32))
const bob = CustomerId.parse('b'.repeat(32))

const settle = () => new Promise<void>((resolve) => setImmediate(resolve))

function queueWorld() {
  const requests: (UploadRequest & { resolve: (path: string) => void; reject: (error: Error) => void })[] = []
  const sent: [CustomerId, string][] = []
  const queue = createUploadQueue({
    upload: (request) =>
      new Promise((resolve, reject) => {
        requests.push({ ...request, resolve, reject })
        request.signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
      }),
    send: (customerId, _, path) => sent.push([customerId, path]),
  })
  return { queue, requests, sent }
}

test('pictures arrive in the order they were chosen in, each with its own customer', async () => {
  const { queue, requests, sent } = queueWorld()

  queue.add({ customerId: ada, topicId: 'ta' }, [file('png', '1.png'), file('png', '2.png')])
  queue.add({ customerId: bob, topicId: 'tb' }, [file('png', '3.png')])
  expect(requests.map(({ topicId, file: it }) => [topicId, it.name])).toEqual([
    ['ta', '1.png'],
    ['tb', '3.png'],
  ])
  requests[0]!.onProgress(0.5)
  expect(queue.items.get()[0]).toMatchObject({ state: 'uploading', progress: 0.5 })

  requests[0]!.resolve('/1')
  await settle()
  requests[2]!.resolve('/2')
  await settle()
  expect(sent).toEqual([
    [ada, '/1'],
    [ada, '/2'],
  ])
  expect(queue.items.get().map((it) => it.customerId)).toEqual([bob])
})

test('one that failed waits to be tried again and does not hold up the next', async () => {
  const { queue, requests, sent } = queueWorld()
  queue.add({ customerId: ada, topicId: 'ta' }, [file('png', '1.png'), file('png', '2.png')])

  requests[0]!.reject(new NetworkError())
  await settle()
  expect(queue.items.get()[0]).toMatchObject({ state: 'failed', reason: '网络错误，请检查网络设置' })
  requests[1]!.resolve('/2')
  await settle()
  queue.retry(queue.items.get()[0]!)
  requests[2]!.resolve('/1')
  await settle()

  expect(sent.map(([, path]) => path)).toEqual(['/2', '/1'])
  expect(queue.items.get()).toEqual([])
})

test('one that is cancelled is gone, and the next goes', async () => {
  const { queue, requests, sent } = queueWorld()
  queue.add({ customerId: ada, topicId: 'ta' }, [file('png', '1.png'), file('png', '2.png')])

  queue.cancel(queue.items.get()[0]!.id)
  await settle()

  expect(requests[0]!.signal.aborted).toBe(true)
  expect(queue.items.get().map((it) => [it.file.name, it.state])).toEqual([['2.png', 'uploading']])
  expect(sent).toEqual([])
})
