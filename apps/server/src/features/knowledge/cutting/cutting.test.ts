import { describe, expect, test } from 'vitest'
import { fileTypeOf } from '../../../platform/reading/file-type.ts'
import { markdownText } from '../../../platform/reading/markdown-text.ts'
import { cutText } from './cut-text.ts'
import { fillPieces, PIECE_CHARS } from './fill-pieces.ts'
import { goodsLines, pastedRows } from './goods-rows.ts'
import { splitQuestions } from './pair-lines.ts'

const sentence = (n: number) => `第${n}句说明了安装前需要确认的尺寸、材料和时间安排。`
const text = (sentences: number) => Array.from({ length: sentences }, (_, n) => sentence(n)).join('')

test('headings stay with their text, and under those above them', () => {
  const pieces = cutText('# 售后\n先联系客服。\n## 退货\n七天无理由。\n# 门店\n杭州。')

  expect(pieces).toEqual([
    { heading: '售后', text: '先联系客服。', words: ['售后', '先联系客服。'] },
    { heading: '售后 > 退货', text: '七天无理由。', words: ['售后 > 退货', '七天无理由。'] },
    { heading: '门店', text: '杭州。', words: ['门店', '杭州。'] },
  ])
})

test('headings that are only numbered are headings; long or ended sentences are not', () => {
  const pieces = cutText('第一章 服务范围\n主城区。\n一、收费标准\n按面积。\n二、我们会在收到款项之后，安排师傅上门。')

  expect(pieces.map(({ heading, text: said }) => [heading, said])).toEqual([
    ['第一章 服务范围', '主城区。'],
    ['第一章 服务范围 > 一、收费标准', '按面积。\n二、我们会在收到款项之后，安排师傅上门。'],
  ])
})

describe('questions with answers', () => {
  test.each([
    ['问：多少钱？\n答：680 元起。\n含安装。\n问：在哪？\n答：杭州。'],
    ['Q1. 多少钱？\nA1. 680 元起。\n含安装。\n\nQ2. 在哪？\nA2. 杭州。'],
    ['1、问题：多少钱？\n答案：680 元起。\n含安装。\n2、问题：在哪？\n回答：杭州。'],
    ['【问】：多少钱？\n【答】：680 元起。\n含安装。\n【问】：在哪？\n【答】：杭州。'],
  ])('%j become pairs', (list) => {
    expect(cutText(list)).toEqual([
      { heading: '多少钱？', text: '680 元起。\n含安装。', words: ['多少钱？'] },
      { heading: '在哪？', text: '杭州。', words: ['在哪？'] },
    ])
  })

  test('a question without an answer is text, and text around pairs is kept', () => {
    expect(cutText('常见问题如下。\n问：有保修吗？\n# 其它\n请来电。').map((piece) => piece.text)).toEqual([
      '常见问题如下。',
      '有保修吗？',
      '请来电。',
    ])
  })

  test('rows of a sheet with questions and answers are pairs too', () => {
    expect(cutText('# 问答\n| 问题：多少钱 | 相似问：价格；怎么收费 | 答案：680 元')).toEqual([
      { heading: '多少钱', text: '680 元', words: ['多少钱', '价格', '怎么收费'] },
    ])
  })
})

test('every row of a table is found by itself, by what it is about and by each of its columns', () => {
  expect(cutText('# 价目\n| 名称：衣柜 | 价格：680 元\n| 名称：橱柜 | 价格：880 元')).toEqual([
    { heading: '价目 > 衣柜', text: '衣柜，价格 680 元。', words: ['衣柜', '衣柜价格'] },
    { heading: '价目 > 橱柜', text: '橱柜，价格 880 元。', words: ['橱柜', '橱柜价格'] },
  ])
})

test.each([
  ['| 名称：衣柜 | 价格：680 | 说明：含五金。', '衣柜，价格 680 元，含五金。'],
  ['| 项目：小气泡 | 时长（分钟）：40 | 活动价：99 元', '小气泡，时长 40 分钟，活动价 99 元。'],
  ['| 套餐：全屋 | 价格(元)：19,800 | 备注：限三房；含搬运', '全屋，价格 19,800 元，限三房；含搬运。'],
  ['| 课程：少儿钢琴 | 年龄：4–10 岁', '少儿钢琴，年龄 4–10 岁。'],
  ['| 商品：衣柜 | 单价（不含税）：680 | 评价数：1200', '衣柜，单价（不含税） 680，评价数 1200。'],
])('the row %s is told as %s', (row, sentence) => {
  expect(cutText(row)[0]?.text).toBe(sentence)
})

describe('running text', () => {
  test('is cut between sentences, none longer than a piece may be, and the last sentence is told again', () => {
    const pieces = fillPieces([text(60)])

    expect(pieces.length).toBeGreaterThan(2)
    for (const [n, piece] of pieces.entries()) {
      expect(piece.length).toBeLessThanOrEqual(PIECE_CHARS.most)
      expect(piece.endsWith('。')).toBe(true)
      const before = pieces[n - 1]?.match(/[^。]+。$/)?.[0] ?? ''
      expect(piece.startsWith(before)).toBe(true)
    }
    for (let n = 0; n < 60; n += 1) expect(pieces.some((piece) => piece.includes(sentence(n)))).toBe(true)
  })

  test('breaks between paragraphs once there is enough', () => {
    const [first, second] = fillPieces([text(10), '新的一段。', text(3)])

    expect(first).toBe(text(10))
    expect(second).toBe(`${sentence(9)}\n新的一段。\n${text(3)}`)
  })

  test.each([[''], ['\n \n'], ['。'], ['字'.repeat(3000)], ['a'.repeat(999)]])('%j is no trouble', (odd) => {
    const pieces = cutText(odd)

    expect(pieces.every((piece) => piece.text !== '' && piece.text.length <= PIECE_CHARS.most)).toBe(true)
    const said = pieces.map((piece) => piece.text).join('')
    expect(said.length).toBeGreaterThanOrEqual(odd.trim().length)
  })
})

describe('goods', () => {
  test.each([
    ['from a sheet, with names', '名称\t价格\t说明\n衣柜\t680\t含五金\n橱柜\t880\t'],
    ['with bars', '| 名称 | 价格 | 说明 |\n| 衣柜 | 680 | 含五金 |\n| 橱柜 | 880 | |'],
    ['without names', '衣柜，680，含五金\n橱柜，880'],
  ])('%s are rows of name, price and what else is said', (_how, pasted) => {
    expect(goodsLines(pastedRows(pasted))).toEqual([
      '| 名称：衣柜 | 价格：680 | 说明：含五金',
      '| 名称：橱柜 | 价格：880',
    ])
  })

  test('other columns keep their names', () => {
    expect(goodsLines(pastedRows('套餐\t活动价\t适合户型\n全屋\t19800\t三房'))).toEqual([
      '| 套餐：全屋 | 活动价：19800 | 适合户型：三房',
    ])
  })

  test('a long column name in a long table is refused: every row would repeat it', () => {
    const rows = [[`名称${'长'.repeat(20_000)}`, '价格'], ...Array.from({ length: 1_000 }, () => ['衣柜', '680'])]

    expect(() => goodsLines(rows)).toThrow('表格的文字过多，请拆分后上传')
  })
})

test('several ways of asking in one cell', () => {
  expect(splitQuestions('价格\n 怎么收费 |多少钱；；贵不贵')).toEqual(['价格', '怎么收费', '多少钱', '贵不贵'])
})

test.each([
  ['brackets', '['.repeat(200_000)],
  ['spaces', `问${' '.repeat(200_000)}x`],
  ['bars', '| '.repeat(100_000)],
  ['commas', `a${' '.repeat(100_000)}b,c`],
  ['headings', '# \n'.repeat(50_000)],
  ['comments', `${'<!---->'.repeat(50_000)}x`],
])('a text of nothing but %s takes no time', (_what, odd) => {
  const start = performance.now()

  fileTypeOf(Buffer.from(odd), 'a.md')
  cutText(markdownText(odd))
  goodsLines(pastedRows(odd))

  expect(performance.now() - start).toBeLessThan(3_000)
})
