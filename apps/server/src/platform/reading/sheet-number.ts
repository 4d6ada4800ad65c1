import { attributeOf, readXml } from './xml.ts'

/** How a number of a sheet is shown; the file says so by a format. */
type Shown = 'number' | 'date' | 'time'

/** Built-in formats of Chinese Excel that show times without a date; the others of the ranges show dates. */
const BUILT_IN_TIMES = new Set([18, 19, 20, 21, 32, 33, 34, 35, 45, 46, 47, 55, 56])
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)

function shownAs(id: number, code: string | undefined): Shown {
  if (code === undefined) return BUILT_IN_TIMES.has(id) ? 'time' : isBuiltInDate(id) ? 'date' : 'number'
  const [first = ''] = code.split(';')
  const isElapsed = /\[[hms]+\]/i.test(first)
  const letters = first.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|am\/pm|a\/p|general/gi, '')
  if (/[yd]/i.test(letters)) return 'date'
  if (isElapsed || /[hs]/i.test(letters)) return 'time'
  return /m/i.test(letters) ? 'date' : 'number'
}

/** The formats of a workbook's cells, by style number. */
export function readStyles(xml: string): Shown[] {
  const codes = new Map<number, string>()
  const styles: Shown[] = []
  let isInCells = false
  readXml(xml, {
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') codes.set(id, attributeOf(attributes, 'formatCode') ?? '')
      if (name === 'xf' && isInCells) styles.push(shownAs(id, codes.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false
    },
    text() {},
  })
  return styles
}

const DAY_MS = 86_400_000
/** Day numbers of 1970-01-01 in the two calendars of Excel. */
const UNIX_DAY = { from1900: 25_569, from1904: 24_107 }
const LAST_DAY = 2_958_465

export function numberText(digits: string, shown: Shown, is1904: boolean): string {
  const number = Number(digits)
  if (!Number.isFinite(number)) return digits
  // Sheets store 19.9 as 19.899999999999999.
  if (shown === 'number' || number < 0 || number > LAST_DAY) return String(Number(number.toPrecision(15)))
  const minutes = Math.round((number % 1) * 1440)
  if (shown === 'time') return new Date(minutes * 60_000).toISOString().slice(11, 16)
  const day = Math.floor(number) - (is1904 ? UNIX_DAY.from1904 : UNIX_DAY.from1900)
  return new Date(day * DAY_MS).toISOString().slice(0, 10)
}
