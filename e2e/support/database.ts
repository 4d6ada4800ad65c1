import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Client } from 'pg'
import type { ProductAddress } from './server.ts'

/** Queries the product's own database: to read ids, and to move instants that a journey would otherwise wait for. */
export async function query<Row extends object>(
  { dataDir }: ProductAddress,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const dir = path.join(dataDir, 'postgres')
  const [, , , port] = (await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(path.join(dir, 'ruwu.password'), 'utf8')).trim()
  const client = new Client({ host: '127.0.0.1', port: Number(port), user: 'ruwu', password, database: 'ruwu' })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}
