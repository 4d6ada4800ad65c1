import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { AssignMode } from '@ruwu/contract'
import { DEFAULT_ASSIGN_RULE } from '@ruwu/domain'
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

/** 分配方式 of the product's enterprises; by default they assign customers automatically. */
export async function setAssignMode(server: ProductAddress, mode: AssignMode): Promise<void> {
  await query(
    server,
    `insert into reception_plan (ent_id, id, name, is_default, assign_mode, assign, updated_at)
     select id, id, '默认方案', true, $1, $2, now() from enterprise
     on conflict (ent_id) where is_default do update set assign_mode = excluded.assign_mode`,
    [mode, JSON.stringify(DEFAULT_ASSIGN_RULE)],
  )
}

/** As if every enterprise had spent all but these, in its lots and its balance. */
export async function leavePoints(server: ProductAddress, left: number): Promise<void> {
  await query(server, 'update point_lot set remain = 0')
  await query(server, 'update point_account set order_points = 0, bonus_order_points = 0, bonus_human_points = 0')
  await query(
    server,
    `update point_lot l set remain = $1 from (select ent_id, id from point_lot where pool = 'orderPoints' limit 1) one
     where l.ent_id = one.ent_id and l.id = one.id`,
    [left],
  )
  await query(server, 'update point_account set order_points = $1', [left])
}
