import { expect, test } from 'vitest'
import { cardText } from './card-body.tsx'

test('a card says its title and what it is; without a title it says what it is once', () => {
  expect(cardText('预约免费上门量房', '留资卡')).toEqual({ head: '预约免费上门量房', foot: '留资卡' })
  expect(cardText('', '平台内容')).toEqual({ head: '平台内容', foot: '' })
})
