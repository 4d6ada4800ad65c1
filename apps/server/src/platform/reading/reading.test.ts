import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { PNG } from '../../testing/material-world.ts'
import { docxOf, pdfOf, xlsxOf, zipOf } from '../../testing/sample-files.ts'
import { FairLane, Lane, readCodesApart, readSheetsApart, readText } from './file-reader.ts'
import { fileTypeOf } from './file-type.ts'
import { htmlText } from './html-text.ts'
import { readImportTable } from './import-table.ts'
import { markdownText } from './markdown-text.ts'
import { joinLines, pdfText } from './pdf-text.ts'
import { TABLE_CHARS_MAX } from './row-line.ts'
import { readSheets, SHEET_LIMITS } from './sheets.ts'
import { RATIO_FREE_BYTES, RATIO_MAX, UNPACKED_BYTES_MAX, unpacked, xmlPartsOf } from './zip.ts'

const bombOf = (bytes: number) => docxOf(['x'], { 'word/styles.xml': Buffer.alloc(bytes) })
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

const pdfBomb = (dictionary: string) => {
  const packed = deflateSync(Buffer.alloc(100 * 1024 * 1024))
  const head = Buffer.from(`%PDF-1.7\n1 0 obj\n<< ${dictionary} /Length ${packed.length} >>\nstream\n`)
  return Buffer.concat([head, packed, Buffer.from('\nendstream\nendobj')])
}

describe('bad files', () => {
  test('an archive that unpacks to more than it should is not unpacked, whatever it says of itself', async () => {
    const bomb = bombOf(UNPACKED_BYTES_MAX)
    const lying = zipOf({ 'word/document.xml': Buffer.alloc(3_000_000) }, 10)

    expect(bomb.length).toBeLessThan(200_000)
    await expect(readText('docx', bomb)).rejects.toThrow('文件展开后过大，无法读取')
    expect(() => xmlPartsOf(lying, 1_000_000)).toThrow('文件展开后过大，无法读取')
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

  test('a CSV of nothing but line ends is refused by its reader, as a field of the form', async () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, '\n')

    await expect(
      readImportTable({ bytes, name: '标签.csv' }, { required: ['标签名'], rowsMax: 1000 }),
    ).rejects.toMatchObject({ data: { fields: { file: '表格的内容过多，请删去多余的行列或拆分后上传' } } })
  })

  test('a file that takes too long is given up', async () => {
    await expect(readText('txt', Buffer.from('x'), { timeMs: 1, heapMb: 64, memoryMb: 512 })).rejects.toThrow(
      '文件过于复杂',
    )
  })

  test('a reader that takes too much memory is ended', async () => {
    const limits = { timeMs: 60_000, heapMb: 64, memoryMb: 1 }
    await expect(readText('txt', Buffer.from('x'), limits)).rejects.toThrow('文件过于复杂')
  })

  test('pictures are not unpacked, whatever they expand to', async () => {
    const bytes = docxOf(['七天无理由退货。'], { 'word/media/a.png': Buffer.alloc(UNPACKED_BYTES_MAX) })

    expect([...xmlPartsOf(bytes).keys()]).toEqual(['[Content_Types].xml', '_rels/.rels', 'word/document.xml'])
    expect(await readText('docx', bytes)).toBe('七天无理由退货。')
  })

  test('a PDF whose streams expand too far is not opened, whatever it calls them', async () => {
    expect(pdfBomb('').length).toBeLessThan(200_000)
    await expect(pdfText(pdfBomb('/Filter /FlateDecode'))).rejects.toThrow('PDF 展开后过大，无法读取')
    await expect(pdfText(pdfBomb('/Subtype /Image'))).rejects.toThrow('PDF 展开后过大，无法读取')
  })

  test('a page whose table makes far more text than it has is not read', () => {
    const html = `<table><tr><th>${'长'.repeat(20_000)}</th><th>价</th></tr>${'<tr><td>1<td>2</tr>'.repeat(1_000)}</table>`

    expect(html.length).toBeLessThan(TABLE_CHARS_MAX / 100)
    expect(() => htmlText(html)).toThrow('表格的文字过多，请拆分后上传')
  })
})

test('files are read one at a time, and few wait', async () => {
  const lane = new Lane(2)
  let [running, most] = [0, 0]
  const read = async () => {
    most = Math.max(most, (running += 1))
    await Promise.resolve()
    running -= 1
    throw new Error('unreadable')
  }

  const reads = [lane.run(read), lane.run(read), lane.run(read)]
  expect(() => lane.run(read)).toThrow('正在读取的文件较多，请稍后再试')
  for (const each of reads) await expect(each).rejects.toThrow('unreadable')
  expect(most).toBe(1)
  await expect(lane.run(async () => 'read')).resolves.toBe('read')
})

test('who has many files to read waits for them, the others for one of these', async () => {
  const lane = new FairLane(2)
  const order: string[] = []
  const read = (owner: string) => lane.run(owner, async () => order.push(owner))

  const reads = ['a', 'a', 'a', 'b'].map(read)
  await expect(read('a')).rejects.toThrow('正在读取的文件较多，请稍后再试')
  await Promise.all(reads)

  expect(order).toEqual(['a', 'b', 'a', 'a'])
})

const sheetOf = (rows: string, strings = '', styles = '') =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet name="价目 &amp; 说明" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/worksheets/sheet1.xml': `<x:worksheet><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
  })
const text = (place: string) => `<row><c r="${place}" t="inlineStr"><is><t>x</t></is></c></row>`

describe('a workbook', () => {
  test.each([
    ['a cell in the last row', text('A1048576')],
    ['a cell in the last column', text('XFD1')],
    ['a row that cannot be', '<row r="99999999"><c><v>1</v></c></row>'],
    ['a row written in disguise', `<row r='&#49;048576'><c r = "A&#49;048576"><v>1</v></c></row>`],
    ['many wide rows', Array.from({ length: 2_500 }, (_, row) => text(`RA${row + 1}`)).join('')],
  ])('with %s is refused, small as it is', async (_what, rows) => {
    await expect(readSheets(sheetOf(rows))).rejects.toThrow('表格的内容过多，请删去多余的行列或拆分后上传')
  })

  test('that shows one long text again and again is refused', async () => {
    const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(1_001)
    const bytes = sheetOf(rows, `<si><t>${'长'.repeat(SHEET_LIMITS.chars / 1_000)}</t></si>`)

    await expect(readSheets(bytes)).rejects.toThrow('表格的内容过多')
  })

  test('may have formats where it has no content', async () => {
    const [sheet] = await readSheets(sheetOf(`${text('B2')}<row r="1048576" s="1"><c r="XFD1048576" s="1"/></row>`))

    expect(sheet).toEqual({ name: '价目 & 说明', rows: [[], ['', 'x']] })
  })

  test('is read as people see it: texts, numbers, dates, times, errors', async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@"/>
      <numFmt numFmtId="165" formatCode="&quot;约&quot;#,##0\\d"/><numFmt numFmtId="166" formatCode="[$-804]h:mm AM/PM"/></numFmts>
      <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/></cellXfs>`
    const strings =
      '<si><t>衣柜</t></si><si><r><t>橱</t></r><r><t xml:space="preserve">柜 &lt;大&gt;</t></r><rPh><t>chu</t></rPh></si>'
    const cells = `<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c><v>19.899999999999999</v></c><c s="1"><v>46097</v></c>
      <c s="2"><v>46097.5</v></c><c s="3"><v>680</v></c><c s="4"><v>0.4375</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c>
      <c t="str"><f>A1&amp;"x"</f><v>衣柜x</v></c><c t="inlineStr"><is><t><![CDATA[a<b]]></t></is></c>`
    const [sheet] = await readSheets(sheetOf(`<row r="1">${cells}</row>`, strings, styles))

    expect(sheet?.rows).toEqual([
      ['衣柜', '橱柜 <大>', '19.9', '2026-03-16', '2026-03-16', '680', '10:30', '是', '', '衣柜x', 'a<b'],
    ])
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

const picture = (name: string) => readFile(new URL(`../../../../../fixtures/pictures/${name}`, import.meta.url))

describe('QR codes in a picture', () => {
  test.each(['wechat-code.png', 'wechat-code.jpg', 'wechat-code.webp'])('are read from %s', async (name) => {
    expect(await readCodesApart(await picture(name))).toEqual(['https://u.wechat.com/MAbcdef'])
  })

  test.each(['not a picture', 'RIFF....WEBPVP8 ....'])('a file that says %j cannot be read', async (text) => {
    await expect(readCodesApart(Buffer.from(text))).rejects.toThrow('图片已损坏，无法打开')
  })

  test('a picture without one has none', async () => {
    expect(await readCodesApart(PNG)).toEqual([])
  })

  test('reading ends at its limit of time', async () => {
    const limits = { timeMs: 1, heapMb: 128, memoryMb: 512 }
    await expect(readCodesApart(await picture('wechat-code.png'), limits)).rejects.toThrow('过于复杂')
  })
})
