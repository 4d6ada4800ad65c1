import { expect, test } from 'vitest'
import { createFileCache } from './file-cache.ts'

/** A memory for ten bytes, whose downloads the test answers. */
function world() {
  const asked: string[] = []
  const answers = new Map<string, (blob: Blob | Error) => void>()
  const forgotten: string[] = []
  const memory = createFileCache({
    download: (url) => {
      asked.push(url)
      return new Promise((resolve, reject) => {
        answers.set(url, (blob) => (blob instanceof Error ? reject(blob) : resolve(blob)))
      })
    },
    toAddress: (blob) => `blob:${blob.size}`,
    forget: (address) => forgotten.push(address),
    keepBytes: 10,
  })
  const answer = async (url: string, blob: Blob | Error) => {
    answers.get(url)?.(blob)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { memory, asked, forgotten, answer }
}

const bytes = (count: number) => new Blob(['x'.repeat(count)])
const nobody = () => {}

test('a file shown twice is fetched once, and both hear of it', async () => {
  const { memory, asked, answer } = world()
  const heard: string[] = []

  memory.subscribe('/a', () => heard.push('first'))
  memory.subscribe('/a', () => heard.push('second'))
  await answer('/a', bytes(4))

  expect(asked).toEqual(['/a'])
  expect(heard).toEqual(['first', 'second'])
  expect(memory.get('/a')).toEqual({ src: 'blob:4' })
})

test('unused files stay within the byte limit, least recently used first out', async () => {
  const { memory, forgotten, answer } = world()
  const leaveA = memory.subscribe('/a', nobody)
  await answer('/a', bytes(6))
  const leaveB = memory.subscribe('/b', nobody)
  await answer('/b', bytes(7))

  leaveA()
  expect(forgotten).toEqual([])
  leaveB()

  expect(forgotten).toEqual(['blob:6'])
  expect(memory.get('/b')).toEqual({ src: 'blob:7' })
})

test('a file that could not be had is asked for again the next time', async () => {
  const { memory, asked, answer } = world()
  const leave = memory.subscribe('/a', nobody)
  await answer('/a', new Error('gone'))

  expect(memory.get('/a')).toBe('failed')
  leave()
  memory.subscribe('/a', nobody)

  expect(asked).toEqual(['/a', '/a'])
})
