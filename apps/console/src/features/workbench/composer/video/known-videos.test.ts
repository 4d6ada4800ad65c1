import { expect, test } from 'vitest'
import { knownVideos } from './known-videos.ts'

const link = (postId: string, placeholder?: string) => ({
  content: { type: 'link', text: '', extra: { postId }, ...(placeholder && { placeholder }) },
})

test('offered are the video the customer came from, then those of the thread, the newest first and each once', () => {
  const messages = [
    link('v-1', '三房改造'),
    { content: { type: 'video', text: '', extra: { itemId: 'v-2' } } },
    link('v-0', '定制衣柜'),
    { content: { type: 'text', text: '多少钱' } },
  ]

  expect(knownVideos({ entry: { postId: 'v-0' }, contentTitle: '' }, messages)).toEqual([
    { itemId: 'v-0', title: '定制衣柜' },
    { itemId: 'v-2', title: '' },
    { itemId: 'v-1', title: '三房改造' },
  ])
  expect(knownVideos({ entry: null, contentTitle: '' }, [])).toEqual([])
})
