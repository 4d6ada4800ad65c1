import { rowLines } from '../../../platform/reading/row-line.ts'

const COLUMNS = ['名称', '价格', '说明'] as const
const KNOWN_NAMES =
  /^(名称|商品|服务|项目|产品|套餐|品名|价格|售价|单价|报价|原价|现价|活动价|说明|描述|介绍|备注|规格|型号|单位|时长|内容|分类|类别)/

/** Pasted product table: separated by tabs, bars or commas, with or without a header. */
export function pastedRows(text: string): string[][] {
  const lines = text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const separator = [/\t/, /\|/, /[,，]/].find((each) => lines.some((line) => each.test(line))) ?? /\t/
  return lines.map((line) =>
    line
      .trim()
      .replaceAll(/^\||\|$/g, '')
      .split(separator)
      .map((cell) => cell.trim()),
  )
}

/** One line per row; without a header the columns are 名称, 价格, 说明. */
export function goodsLines(rows: readonly (readonly string[])[]): string[] {
  const filled = rows.filter((row) => row.some((cell) => cell !== ''))
  const [first = []] = filled
  const isNamed = first.filter((cell) => KNOWN_NAMES.test(cell)).length >= Math.min(2, first.length)
  const names = isNamed ? first : COLUMNS
  return rowLines(names, isNamed ? filled.slice(1) : filled)
}
