import type { IncomingFile } from '@ruwu/contract'
import { cleanText } from '../clean-text.ts'
import { FieldError, UserFacingError } from '../http/errors.ts'
import { unescapeFormula } from '../table-file.ts'
import { BusyError, readSheetsApart } from './file-reader.ts'
import { fileTypeOf } from './file-type.ts'
import { UnreadableError } from './unreadable.ts'

/** A row of an imported table: the number that users see, and the text below a column's name. */
export type TableRow = { row: number; cell: (column: string) => string }

type ImportTable = {
  /** Columns that must be there; others are optional. */
  required: readonly string[]
  rowsMax: number
}

/** The filled rows of an uploaded table, whose first filled row is the header; columns stand in any order. */
export async function readImportTable(file: IncomingFile, { required, rowsMax }: ImportTable): Promise<TableRow[]> {
  const rows = await readRows(file)
  const head = rows.findIndex(isFilled)
  const names = (rows[head] ?? []).map((name) => name.replace(/[*＊\s]/g, ''))
  for (const name of required)
    if (!names.includes(name)) throw new UserFacingError('refused', `表格第一行缺少「${name}」列，请使用导入模板`)
  const filled = rows
    .map((cells, index) => ({ cells, row: index + 1 }))
    .filter(({ cells, row }) => row > head + 1 && isFilled(cells))
  if (filled.length === 0) throw new UserFacingError('refused', '表格里没有内容')
  if (filled.length > rowsMax) throw new UserFacingError('refused', `一次最多导入 ${rowsMax} 行`)
  return filled.map(({ cells, row }) => ({
    row,
    cell: (column) => unescapeFormula(cleanText(cells[names.indexOf(column)] ?? '').trim()),
  }))
}

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell !== '')

async function readRows({ bytes, name }: IncomingFile): Promise<string[][]> {
  const content = Buffer.from(bytes)
  try {
    const type = fileTypeOf(content, name)
    if (type !== 'xlsx' && !(type === 'txt' && /\.csv$/i.test(name)))
      throw new UnreadableError('请上传 xlsx 或 csv 文件，可先下载导入模板')
    return (await readSheetsApart(content, { type, lane: 'import' }))[0]?.rows ?? []
  } catch (error) {
    const isTold = error instanceof UnreadableError || error instanceof BusyError
    throw isTold ? new FieldError({ file: error.message }) : error
  }
}
