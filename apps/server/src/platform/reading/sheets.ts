import { numberText, readStyles } from './sheet-number.ts'
import { UnreadableError } from './unreadable.ts'
import { attributeOf, readXml } from './xml.ts'
import { xmlPartsOf } from './zip.ts'

/** `rows` starts with the sheet's first row, so that indexes match the row numbers users see. */
export type SheetRows = { name: string; rows: string[][] }

/** What a workbook or CSV may hold. A cell may stand anywhere and a text may be shown by any number of cells, so a small file can describe a huge table. */
export const SHEET_LIMITS = { sheets: 100, row: 100_000, column: 500, cells: 1_000_000, chars: 10_000_000 }

type Book = { strings: string[]; styles: ReturnType<typeof readStyles>; is1904: boolean }
type Sparse<T> = (T | undefined)[]
type Cell = { row: number; column: number; type: string; style: number; value: string; text: string }

/** All sheets of a workbook, every cell as text. */
export async function readSheets(bytes: Buffer): Promise<SheetRows[]> {
  const parts = xmlPartsOf(bytes)
  const xml = (name: string) => parts.get(name)?.toString('utf8') ?? ''
  const { sheets, is1904 } = readWorkbook(xml('xl/workbook.xml'), readTargets(xml('xl/_rels/workbook.xml.rels')))
  if (sheets.length === 0) throw new UnreadableError('表格已损坏或不是有效的 xlsx 文件')
  if (sheets.length > SHEET_LIMITS.sheets) throw tooLarge()
  const strings = readStrings(xml('xl/sharedStrings.xml'))
  const table = new Table({ strings, styles: readStyles(xml('xl/styles.xml')), is1904 })
  return sheets.map(({ name, target }) => ({ name, rows: table.read(xml(target)) }))
}

/** Places of the sheets by relation id. */
function readTargets(xml: string): Map<string, string> {
  const targets = new Map<string, string>()
  readXml(xml, {
    ...IGNORED,
    open(name, attributes) {
      const target = attributeOf(attributes, 'Target') ?? ''
      if (name === 'Relationship')
        targets.set(attributeOf(attributes, 'Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  return targets
}

function readWorkbook(xml: string, targets: ReadonlyMap<string, string>) {
  const sheets: { name: string; target: string }[] = []
  let is1904 = false
  readXml(xml, {
    ...IGNORED,
    open(name, attributes) {
      if (name === 'workbookPr') is1904 ||= ['1', 'true'].includes(attributeOf(attributes, 'date1904') ?? '')
      const target = name === 'sheet' ? targets.get(attributeOf(attributes, 'id') ?? '') : undefined
      if (target !== undefined) sheets.push({ name: attributeOf(attributes, 'name') ?? '', target })
    },
  })
  return { sheets, is1904 }
}

/** Texts that cells refer to by number. Pronunciations (`rPh`) are no part of a text. */
function readStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let inside = ''
  readXml(xml, {
    open(name) {
      if (name === 'si') text = ''
      if (name === 'rPh' || (name === 't' && inside !== 'rPh')) inside = name
    },
    close(name) {
      if (name === 'si') strings.push(text)
      if (name === inside) inside = ''
    },
    text(piece) {
      if (inside === 't') text += piece
    },
  })
  return strings
}

/** Reads sheets one after the other; the limits hold for all of them together. */
class Table {
  private readonly book: Book
  private cells = 0
  private chars = 0

  constructor(book: Book) {
    this.book = book
  }

  read(xml: string): string[][] {
    const rows: Sparse<Sparse<string>> = []
    let [row, column] = [0, 0]
    let cell: Cell | undefined
    let inside = ''
    readXml(xml, {
      open: (name, attributes) => {
        inside = name
        if (name === 'row') {
          row = Number(attributeOf(attributes, 'r') ?? row + 1)
          column = 0
        }
        if (name !== 'c') return
        const [, letters, digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attributeOf(attributes, 'r') ?? '') ?? []
        if (letters && digits) [row, column] = [Number(digits), columnOf(letters)]
        else column += 1
        const type = attributeOf(attributes, 't') ?? 'n'
        cell = { row, column, type, style: Number(attributeOf(attributes, 's') ?? 0), value: '', text: '' }
      },
      close: (name) => {
        if (name === 'c' && cell) {
          this.put(rows, cell)
          cell = undefined
        }
        inside = ''
      },
      text: (piece) => {
        if (cell && inside === 'v') cell.value += piece
        if (cell && inside === 't') cell.text += piece
      },
    })
    return Array.from(rows, (cells = []) => Array.from(cells, (text = '') => text))
  }

  private put(rows: Sparse<Sparse<string>>, cell: Cell): void {
    const text = this.textOf(cell).trim()
    if (text === '') return
    const { row, column } = cell
    if (!(row >= 1 && row <= SHEET_LIMITS.row && column <= SHEET_LIMITS.column)) throw tooLarge()
    // Empty rows and cells before it count: they are filled in the result.
    this.cells += Math.max(0, row - rows.length)
    const cells = (rows[row - 1] ??= [])
    this.cells += Math.max(0, column - cells.length)
    this.chars += text.length
    if (this.cells > SHEET_LIMITS.cells || this.chars > SHEET_LIMITS.chars) throw tooLarge()
    cells[column - 1] = text
  }

  private textOf({ type, value, text, style }: Cell): string {
    const { strings, styles, is1904 } = this.book
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'inlineStr') return text
    if (type === 'str') return value
    if (type === 'b') return value === '1' ? '是' : '否'
    if (type === 'd') return value.slice(0, 10)
    return type === 'n' && value !== '' ? numberText(value, styles[style] ?? 'number', is1904) : ''
  }
}

const IGNORED = { close() {}, text() {} }

const columnOf = (letters: string): number =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)

export const tooLarge = () => new UnreadableError('表格的内容过多，请删去多余的行列或拆分后上传')
