import { EXPORT_TEXTS } from '@ruwu/domain'
import type { ExportSource, ExportType, Watch } from '../../platform/export-type.ts'
import { UserFacingError } from '../../platform/http/errors.ts'
import { zipStream } from '../../platform/zip-stream.ts'
import { countEnterpriseRows, EXPORTED_TABLES, readEnterpriseRows } from './enterprise-rows.repo.ts'

type Filters = Record<string, never>
type Source = ExportSource<Filters>

/** What the archive's format can hold, less its directory. */
const ARCHIVE_BYTES_MAX = 4 * 1024 ** 3 - 1024 ** 2

const README = `每个文件是一类数据，每行一条 JSON。
时间为 UTC。不含密码、密钥、登录记录，以及图片和文件的内容（attachment.jsonl 列出了它们的名称和大小）。
`

/** 导出全部数据: an archive with a file of JSON lines for every table. */
export const enterpriseExport: ExportType<Filters> = {
  permission: 'every',
  hasCustomers: true,
  columns: [],
  rowsMax: Number.MAX_SAFE_INTEGER,
  describe: async () => EXPORT_TEXTS.everything,
  count: ({ db, caller }) => countEnterpriseRows(db, caller.entId),
  chunks: (source, _request, watch) => belowLimit(zipStream([['说明.txt', readme()], ...files(source, watch)])),
}

async function* readme(): AsyncIterable<Uint8Array> {
  yield Buffer.from(README)
}

const files = ({ db, caller }: Source, watch: Watch) =>
  EXPORTED_TABLES.map(
    (table) => [`${table.name}.jsonl`, jsonLines(watch(readEnterpriseRows(db, caller.entId, table)))] as const,
  )

async function* jsonLines(batches: AsyncIterable<readonly object[]>): AsyncIterable<Uint8Array> {
  for await (const rows of batches) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

async function* belowLimit(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    if (bytes > ARCHIVE_BYTES_MAX) throw new UserFacingError('refused', EXPORT_TEXTS.tooLarge)
    yield chunk
  }
}
