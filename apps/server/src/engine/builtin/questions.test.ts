import { expect, test } from 'vitest'
import { questionsIn } from './questions.ts'

test.each([
  ['有现货吗？多久到?', ['有现货吗？', '多久到?']],
  ['多少钱?有优惠吗', ['多少钱?', '有优惠吗']],
  ['https://shop.example/goods?id=3&from=app 这款多少钱？', ['https://shop.example/goods?id=3&from=app 这款多少钱？']],
  ['看 shop.example/?q=1 有货吗?能送吗?', ['看 shop.example/?q=1 有货吗?', '能送吗?']],
  ['是 https://shop.example/a? 多久到', ['是 https://shop.example/a?', '多久到']],
])('%s asks %j', (said, parts) => {
  expect(questionsIn([said])).toEqual(parts)
})
