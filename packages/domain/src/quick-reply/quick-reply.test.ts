import type { QuickReply, QuickReplyGroup } from '@ruwu/contract'
import { describe, expect, test } from 'vitest'
import { fillVariables, findReplies, replyRank } from './quick-replies.ts'
import { pinyinInitials } from './pinyin-initials.ts'

test.each([
  ['报价单', 'bjd'],
  ['免费量房', 'mflf'],
  ['您好，请问', 'nhqw'],
  ['E0 级板材', 'e0jbc'],
  ['安装与售后', 'azysh'],
  ['欢迎光临', 'hygl'],
  ['周末到店', 'zmdd'],
  ['下班了', 'xbl'],
  ['林女士认识他', 'lnsrst'],
  ['买三送一', 'mssy'],
  ['全屋定制', 'qwdz'],
  ['！？', ''],
])('%s is typed %s', (text, initials) => {
  expect(pinyinInitials(text)).toBe(initials)
})

const reply = (title: string, sources: QuickReply['sources'] = []) =>
  ({ title, content: '报价', code: '', sources }) as unknown as QuickReply

const price = { title: '报价说明', content: '柜体按投影面积计价，含五金和安装', code: 'bj1' }

describe('what was typed is found', () => {
  test.each([
    ['everything, for nothing typed', '', 0],
    ['by its code', 'BJ1', 0],
    ['by the beginning of its code', 'bj', 1],
    ['by the beginning of its title', '报价', 2],
    ['inside its title', '说明', 3],
    ['by the letters of its title', 'bjsm', 4],
    ['by some of these letters', 'sm', 5],
    ['in its content', '五金', 6],
    ['not at all', '量房', undefined],
  ])('%s', (_name, typed, rank) => {
    expect(replyRank(price, typed)).toBe(rank)
  })

  test('best first, only those of the source, and with their group', () => {
    const group = {
      id: 'g',
      title: '常用',
      ownerType: 'enterprise',
      replies: [reply('开场'), reply('报价说明'), reply('抖音报价', ['douyin'])],
    } as unknown as QuickReplyGroup
    const found = findReplies([group], '报价', 'redbook')
    expect(found.map((row) => [row.reply.title, row.group.title])).toEqual([
      ['报价说明', '常用'],
      ['开场', '常用'],
    ])
  })
})

test('variables are filled, other braces stay', () => {
  const values = { 客户昵称: '楠楠', 客服名: '小满', 企业名: '云上木作', 账号名: '官方' }
  expect(fillVariables('{客户昵称}您好，我是{企业名}的{客服名} {别的}', values)).toBe(
    '楠楠您好，我是云上木作的小满 {别的}',
  )
})
