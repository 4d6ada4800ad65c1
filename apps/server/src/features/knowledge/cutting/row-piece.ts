import { cellsOf } from '../../../platform/reading/row-line.ts'
import { splitQuestions } from './pair-lines.ts'
import type { Piece } from './piece.ts'

const COLUMNS = { question: /^(问题?|标准问|Q)$/i, similar: /^(相似问|扩展问)/, answer: /^(答案?|回答|A)$/i }

type Cell = { name: string; value: string }

/** A question with its answer; otherwise the first cell is the subject and each column a possible question. */
export function rowPiece(heading: string, line: string): Piece {
  const cells = cellsOf(line).map(parted)
  const valueOf = (column: RegExp) => cells.find(({ name }) => column.test(name))?.value
  const [question, answer] = [valueOf(COLUMNS.question), valueOf(COLUMNS.answer)]
  if (question && answer)
    return { heading: question, text: answer, words: [question, ...splitQuestions(valueOf(COLUMNS.similar) ?? '')] }
  const [{ value: about } = { value: '' }, ...rest] = cells
  return {
    heading: [heading, about].filter(Boolean).join(' > '),
    text: rowSentence(about, rest),
    words: [about, ...rest.map(({ name, value }) => `${about}${name || value}`)],
  }
}

const NUMBER = /^[\d,，.]+$/
/** Not 评价, 性价比 or 免费次数. */
const PRICE = /(?:价格|单价|售价|原价|现价|定价|活动价|会员价|报价|费用|运费|服务费|金额)$/
/** 价格（元）, 时长(分钟); not 单价（不含税）. */
const UNIT =
  /[（(]((?:[万千百]?元|分钟|小时|[天日年周次个件套台张节人位斤克米]|个月|课时|平米|平方米?|㎡|cm|mm|m|kg|g|%)(?:[/／每][^（）()]{1,4})?)[）)]$/i
/** Columns whose value is a statement by itself. */
const STATEMENT = /^(说明|描述|介绍|备注|内容|简介|特点|卖点)/

/** The row as a customer may read it: 衣柜，价格 680 元，含五金。 */
function rowSentence(about: string, cells: readonly Cell[]): string {
  const told = cells.map(cellText).filter(Boolean)
  return [about, ...told].join('，').replace(/[。；;，,]*$/, '。')
}

function cellText({ name, value }: Cell): string {
  if (name === '' || STATEMENT.test(name)) return value.replace(/[。；;]+$/, '')
  const unit = UNIT.exec(name)?.[1] ?? (PRICE.test(name) ? '元' : '')
  return `${name.replace(UNIT, '')} ${NUMBER.test(value) && unit ? `${value} ${unit}` : value}`
}

function parted(cell: string): Cell {
  const at = cell.indexOf('：')
  return at === -1 ? { name: '', value: cell } : { name: cell.slice(0, at), value: cell.slice(at + 1) }
}
