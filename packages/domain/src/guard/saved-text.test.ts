import { expect, test } from 'vitest'
import { savedTextWarnings } from './saved-text.ts'

test.each([
  ['an everyday sentence', '柜体按投影面积计价，含五金和安装。', []],
  ['variables are no words', '{客户昵称}您好，我是{企业名}的{客服名}', []],
  ['a contact', '加我微信', ['微信：平台规定联系方式只能通过卡片发送']],
  ['a link', '详见 https://example.com/a', ['https://example.com/a：平台不允许发送链接，请删除链接']],
])('%s: each finding once for all sources', (_what, text, warnings) => {
  expect(savedTextWarnings(text, [])).toEqual(warnings)
  expect(savedTextWarnings(text, ['douyin'])).toEqual(warnings)
})
