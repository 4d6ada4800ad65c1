import { IMPORT_COLUMNS } from '@ruwu/contract'
import writeWorkbook from 'write-excel-file/node'

const EXAMPLES = [
  ['你们的营业时间是几点？', '几点开门\n周末营业吗', '每天 10:00–21:00，周末与节假日照常营业。'],
  ['可以上门量尺吗？', '量房收费吗', '可以，主城区免费上门量尺，提前一天预约即可。'],
]
const WIDTHS = [{ width: 36 }, { width: 36 }, { width: 60 }]

/** The import template with two examples. */
export async function importTemplate(): Promise<{ name: string; content: string }> {
  const head = Object.values(IMPORT_COLUMNS).map((value) => ({ value, fontWeight: 'bold' as const }))
  const rows = EXAMPLES.map((row) => row.map((value) => ({ value, wrap: true })))
  const content = await writeWorkbook([head, ...rows], { columns: WIDTHS }).toBuffer()
  return { name: '问答导入模板.xlsx', content: content.toString('base64') }
}
