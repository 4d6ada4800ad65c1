import { describe, expect, test } from 'vitest'
import { docxOf, pdfOf, xlsxOf, zipOf } from '../testing/sample-files.ts'
import { readSheetsApart, readText } from './file-reader.ts'
import { fileTypeOf } from './file-type.ts'
import { htmlText } from './html-text.ts'
import { markdownText } from './markdown-text.ts'
import { joinLines } from './pdf-text.ts'
import { RATIO_FREE_BYTES, RATIO_MAX, UNPACKED_BYTES_MAX, unpacked } from './zip.ts'

const bombOf = (bytes: number) => docxOf(['x'], { 'word/media/a.bin': Buffer.alloc(bytes) })
const GB18030 = Buffer.from('c4e3bac3a3accac0bde7', 'hex')

describe('what a file is', () => {
  test.each([
    ['a PDF under another name', pdfOf(['你好']), '价格.docx', 'pdf'],
    ['a Word document', docxOf(['你好']), 'a.txt', 'docx'],
    ['a page', Buffer.from('<!-- x -->\n<!DOCTYPE html><p>你好'), 'a.txt', 'html'],
    ['Markdown', Buffer.from('# 你好'), 'a.md', 'md'],
    ['a text in the older encoding', GB18030, 'a.txt', 'txt'],
    ['a table in the older encoding', GB18030, '价目.csv', 'txt'],
    ['a text that only mentions a page', Buffer.from('写一个 <html> 标签'), 'a.html', 'txt'],
  ])('%s is told by its bytes', (_what, bytes, name, type) => {
    expect(fileTypeOf(bytes, name)).toBe(type)
  })

  test.each([
    ['an empty file', Buffer.alloc(0), '文件是空的'],
    [
      'an old Word document',
      Buffer.from('d0cf11e0a1b11ae1ffff', 'hex'),
      '不支持旧版 doc、xls 或加密的文件，请另存为 docx、xlsx 后上传',
    ],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), '仅支持 pdf、docx、txt、md、xlsx、html 文件'],
    ['some archive', zipOf({ 'a.txt': 'x' }), '仅支持 pdf、docx、txt、md、xlsx、html 文件'],
    ['an archive without its end', docxOf(['你好']).subarray(0, 200), '文件已损坏，无法打开'],
    ['an archive that says itself that it is a bomb', bombOf(UNPACKED_BYTES_MAX), '文件展开后过大，无法读取'],
  ])('%s is refused', (_what, bytes, text) => {
    expect(() => fileTypeOf(bytes, 'a')).toThrow(text)
  })

  test.each([
    ['a text', Buffer.from('营业时间：十点'), '说明.PDF', '文件内容不是有效的 pdf，请重新导出后上传'],
    ['a text in the older encoding', GB18030, '价目.xlsx', '文件内容不是有效的 xlsx，请重新导出后上传'],
    ['a page', Buffer.from('<!DOCTYPE html><p>请登录'), '合同.docx', '文件内容不是有效的 docx，请重新导出后上传'],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), '说明.pdf', '文件内容不是有效的 pdf，请重新导出后上传'],
    ['some archive', zipOf({ 'a.txt': 'x' }), '价目.xlsx', '文件内容不是有效的 xlsx，请重新导出后上传'],
  ])('%s under the name of something else is refused by name', (_what, bytes, name, text) => {
    expect(() => fileTypeOf(bytes, name)).toThrow(text)
  })
})

describe('what a file says', () => {
  test('a PDF', async () => {
    expect(await readText('pdf', pdfOf(['门店地址：杭州', '营业时间：十点']))).toBe('门店地址：杭州\n营业时间：十点')
  })

  test('a Word document, with its headings', async () => {
    expect(await readText('docx', docxOf(['# 售后政策', '七天无理由退货。']))).toBe('# 售后政策\n七天无理由退货。')
  })

  test('a workbook: every row names its columns, and numbers are as people see them', async () => {
    const bytes = await xlsxOf([
      ['名称', '价格'],
      ['衣柜', 19.9],
      [null, null],
      ['橱柜', 1e15],
    ])

    expect(await readText('xlsx', bytes)).toBe(
      '# Sheet1\n| 名称：衣柜 | 价格：19.9\n| 名称：橱柜 | 价格：1000000000000000',
    )
  })

  test('rows of a sheet keep their numbers, empty ones before and between them included', async () => {
    const [sheet] = await readSheetsApart(await xlsxOf([[null], [null, '问题'], [null], ['甲', '乙']]))

    expect(sheet?.rows.map((row) => row.join(''))).toEqual(['', '问题', '', '甲乙'])
  })

  test('a text in the older encoding', async () => {
    expect(await readText('txt', GB18030)).toBe('你好，世界')
  })
})

describe('bad files', () => {
  test('an archive that unpacks to more than it should is not unpacked, whatever it says of itself', async () => {
    const bomb = bombOf(UNPACKED_BYTES_MAX)
    const lying = zipOf({ 'word/document.xml': Buffer.alloc(3_000_000) }, 10)

    expect(bomb.length).toBeLessThan(200_000)
    await expect(readText('docx', bomb)).rejects.toThrow('文件展开后过大，无法读取')
    expect(() => unpacked(lying, 1_000_000)).toThrow('文件展开后过大，无法读取')
  })

  test('an archive that is nearly nothing but repetition is not unpacked far, however small it is in the end', () => {
    const repeated = bombOf(RATIO_FREE_BYTES + 1)
    const written = docxOf(['柜体质保五年。'.repeat(20_000)])

    expect(repeated.length * RATIO_MAX).toBeLessThan(RATIO_FREE_BYTES)
    expect(() => unpacked(repeated)).toThrow('文件展开后过大，无法读取')
    expect(unpacked(written).length).toBeGreaterThan(400_000)
  })

  test.each([
    ['pdf', Buffer.from('%PDF-1.7\nnothing of the kind'), 'PDF 已损坏，无法打开'],
    ['docx', zipOf({ 'word/document.xml': 'no xml' }), '文档已损坏或不是有效的 docx 文件'],
    ['xlsx', zipOf({ 'xl/workbook.xml': 'no xml' }), '表格已损坏或不是有效的 xlsx 文件'],
  ] as const)('a broken %s says so', async (type, bytes, text) => {
    await expect(readText(type, bytes)).rejects.toThrow(text)
  })

  test('a file that takes too long is given up', async () => {
    await expect(readText('txt', Buffer.from('x'), { timeMs: 1, memoryMb: 64 })).rejects.toThrow('文件过于复杂')
  })
})

describe('a page', () => {
  test('is its title and what a reader would read', () => {
    const html = `<html><head><title>售后 &amp; 保修</title><style>p{}</style></head><body><nav><a>首页</a></nav>
      <h1>保修 <b>说明</b></h1><p>柜体质保&nbsp;5&#160;年&#65292;五金 2&#x5e74;。<br>请保留单据</p>
      <script>if (a < b) document.write("<p>坏</p>")</script><img alt="a>b" src='x'>
      <table><tr><th>名称</th><th>价格</th></tr><tr><td>衣柜<td>680 元</tr></table><footer>版权</footer></body></html>`

    expect(htmlText(html)).toEqual({
      title: '售后 & 保修',
      text: '# 保修 说明\n柜体质保 5 年，五金 2年。\n请保留单据\n| 名称：衣柜 | 价格：680 元',
    })
  })

  test('what stands in <main> is the page, unless it is nearly nothing', () => {
    const long = '柜体质保五年。'.repeat(20)

    expect(htmlText(`<p>推荐</p><main><p>${long}</p></main>`).text).toBe(long)
    expect(htmlText('<p>推荐</p><main><p>加载中</p></main>').text).toBe('推荐\n加载中')
  })

  test.each([
    '<',
    '<p',
    '<p class="',
    '<script>',
    '<!--',
    '<table><td>x',
    '</table></main></nav>',
    '&#1114112;&#xd800;&nope;',
  ])('broken as %j it is read as far as it goes', (html) => {
    expect(htmlText(html).text.isWellFormed()).toBe(true)
  })
})

test('a table in Markdown names its columns in every row, and decoration goes', () => {
  const text = '# 价目\n**注意**：见[官网](https://a.b)\n| 名称 | 价格 |\n|---|:--|\n| 衣柜 | 680 |\n完'

  expect(markdownText(text)).toBe('# 价目\n注意：见官网\n| 名称：衣柜 | 价格：680\n完')
})

test('lines of a page of a PDF that a sentence runs over are put together', () => {
  const page =
    '售后服务\n自签收之日起七天内支持无理由退货，定制类商品\n除外。\n1. 柜体质保五年，五金件质保两年，人为损坏除外\n2. 其它'

  expect(joinLines(page)).toBe(
    '售后服务\n自签收之日起七天内支持无理由退货，定制类商品除外。\n1. 柜体质保五年，五金件质保两年，人为损坏除外\n2. 其它',
  )
})
