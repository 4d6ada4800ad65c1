import { expect, test } from 'vitest'
import { StaleError } from './errors.ts'

test.each([
  ['林小满', '林小满'],
  ['', '其他人'],
  [null, '其他人'],
  [undefined, '其他人'],
])('a stale form names its last editor: %j', (editor, shown) => {
  expect(new StaleError(editor)).toMatchObject({ code: 40902, message: `内容已被 ${shown} 更新，请刷新后重试` })
})
