import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { QuestionsBody } from './card-body.tsx'
import { FileBody } from './file-body.tsx'

test('what a search finds in a file’s name or in a card is marked like any other word', () => {
  const file = { kind: 'file', url: '/a', state: 'ready', name: '报价单.pdf', size: 1024 } as const
  expect(renderToStaticMarkup(<FileBody body={file} keyword="报价" />)).toMatch(/<mark[^>]*>报价<\/mark>单\.pdf/)

  const card = { kind: 'questions' as const, title: '常见报价问题', questions: [] }
  expect(renderToStaticMarkup(<QuestionsBody body={card} keyword="报价" />)).toMatch(/常见<mark[^>]*>报价<\/mark>问题/)
})
