import { customerApi, messageApi } from '@ruwu/contract'
import { expect, test } from 'vitest'
import { receptionWorld } from '../../testing/reception-world.ts'
import { absentForRival } from '../../testing/tenant-isolation.ts'

// R180
test('the summary tells what was asked, answered and left, with contacts masked, without any model', async () => {
  const here = await receptionWorld()
  const { lin, rival } = here
  const customerId = await here.write('小满', '衣柜多少钱', '电话 13812345678')
  const body = { customerId }
  const content = { type: 'text', text: '按平方报价' }
  await lin.call(messageApi.send, { body: { ...body, chatId: 'chat-0001', content } })

  const { text } = await lin.call(customerApi.summary, { body })

  expect(text.split('\n')).toEqual([
    expect.stringContaining('衣柜多少钱'),
    '已回复：按平方报价',
    expect.stringMatching(/^已收集：.*138\*{4}5678/),
  ])
  expect(text).not.toContain('13812345678')
  await absentForRival(rival, customerApi.summary, { body })
})
