import readWorkbook from 'read-excel-file/node'
import { UnreadableError } from './unreadable.ts'
import { unpacked } from './zip.ts'

/** `rows` starts with the sheet's first row, so that indexes match the row numbers users see. */
export type SheetRows = { name: string; rows: string[][] }

/** All sheets of a workbook, every cell as text. */
export async function readSheets(bytes: Buffer): Promise<SheetRows[]> {
  const workbook = unpacked(bytes)
  try {
    const sheets = await readWorkbook(workbook, { parseNumber: (digits: string) => shortNumber(digits) })
    return sheets.map(({ sheet, data }) => ({ name: sheet, rows: data.map((row) => row.map(cellText)) }))
  } catch (error) {
    throw new UnreadableError('表格已损坏或不是有效的 xlsx 文件', { cause: error })
  }
}

/** Sheets store 19.9 as 19.899999999999999. */
const shortNumber = (digits: string): string => {
  const number = Number(digits)
  return Number.isFinite(number) ? String(Number(number.toPrecision(15))) : digits
}

function cellText(cell: unknown): string {
  if (typeof cell === 'string') return cell.trim()
  if (typeof cell === 'number') return String(cell)
  if (typeof cell === 'boolean') return cell ? '是' : '否'
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : ''
}
