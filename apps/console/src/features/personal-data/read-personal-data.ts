import { type CustomerId, personalDataApi } from '@ruwu/contract'
import { call } from '../../api/call.ts'

type Reading = { customerId: CustomerId; exportedAt: Date; onRows: (rows: number) => void; signal: AbortSignal }

/** Reads all pages into one JSON file. Rows become text at once, so that no second copy of the data is in memory. */
export async function readPersonalData({ customerId, exportedAt, onRows, signal }: Reading): Promise<Blob> {
  const parts: string[] = [`{"customerId":"${customerId}","exportedAt":"${exportedAt.toISOString()}","data":{`]
  let cursor: string | null = (await call(personalDataApi.startExport, { body: { customerId } })).cursor
  let kind: string | undefined
  let rows = 0
  while (cursor !== null) {
    signal.throwIfAborted()
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(customerId, cursor)
    for (const row of page.rows) {
      const isSame = page.kind === kind
      parts.push(isSame ? ',\n' : `${kind === undefined ? '' : '],\n'}${JSON.stringify(page.kind)}:[\n`)
      parts.push(JSON.stringify(row))
      kind = page.kind
    }
    rows += page.rows.length
    onRows(rows)
    cursor = page.nextCursor
  }
  signal.throwIfAborted()
  parts.push(kind === undefined ? '}}' : ']}}')
  return new Blob(parts, { type: 'application/json' })
}

const readPage = (customerId: CustomerId, cursor: string) =>
  call(personalDataApi.exportPage, { body: { customerId, cursor } })
