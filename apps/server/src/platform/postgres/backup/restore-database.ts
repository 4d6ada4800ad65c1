import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { escapeIdentifier, type Client } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { StartError } from '../../start-error.ts'
import { listTables, qualified, readJobsVersion, SCHEMAS } from './catalog.ts'
import type { Frame, Manifest, Sequence, Table } from './frames.ts'
import { withoutConstraints } from './constraints.ts'
import { PLAIN_OUTPUT } from './make-backup.ts'
import { markRestored } from './restore-mark.ts'
import { applyLater, createJobTables, createSchema, type SplitMigrations } from './schema.ts'

/** Fills a database in one transaction: a failure leaves it unchanged. */
export class DatabaseRestore {
  private readonly client: Client
  private readonly manifest: Manifest
  private readonly migrations: SplitMigrations
  private readonly targets = new Map<string, Table>()
  private finishConstraints: () => Promise<void> = async () => {}
  private copy: CopyStreamQuery | undefined
  private copyError: Error | undefined

  constructor(client: Client, manifest: Manifest, migrations: SplitMigrations) {
    this.client = client
    this.manifest = manifest
    this.migrations = migrations
  }

  /** Creates the schema of the backup's migrations. */
  async begin(isForced: boolean): Promise<void> {
    const { client } = this
    await refuseOthers(client)
    await client.query('begin')
    await client.query(PLAIN_OUTPUT)
    const existing = await listTables(client)
    if (existing.length > 0 && !isForced) {
      throw new StartError(`目标数据库里已有数据（${existing.length} 张表），确要覆盖请加 --force`)
    }
    for (const schema of SCHEMAS) await client.query(`drop schema if exists ${schema} cascade`)
    await client.query('create schema public; grant usage on schema public to public')
    await createSchema(client, this.migrations.had)
    if (this.manifest.jobsVersion !== null) await this.createJobs(this.manifest.jobsVersion)
    await client.query(PLAIN_OUTPUT)
    for (const table of await listTables(client)) this.targets.set(qualified(table), table)
    for (const table of this.manifest.tables) this.checkTable(table)
    this.finishConstraints = await withoutConstraints(client)
  }

  private async createJobs(backedUp: number): Promise<void> {
    await createJobTables(this.client)
    const ours = (await readJobsVersion(this.client)) ?? 0
    if (backedUp > ours) throw new StartError('备份由更新的版本写入（任务队列），请使用新版本恢复')
  }

  private checkTable(table: Table): void {
    const target = this.targets.get(qualified(table))
    const isKnown = target && table.columns.every((column) => target.columns.includes(column))
    if (!isKnown) throw new StartError(`备份里的表 ${table.schema}.${table.name} 与本版本的结构不相符`)
  }

  /** Applies the frames of tables and sequences; ignores others. */
  async take({ header, payload }: Frame): Promise<void> {
    if (header.type === 'table') await this.startTable(header.table)
    if (header.type === 'rows') await this.addRows(payload)
    if (header.type === 'table-end') await this.endTable(header.rows)
    if (header.type === 'sequences') for (const sequence of header.sequences) await this.setSequence(sequence)
  }

  private async startTable(index: number): Promise<void> {
    const table = this.manifest.tables[index]
    if (!table) throw new StartError('备份文件内容不一致')
    // Migrations insert rows into some tables; the backup replaces them.
    await this.client.query(`delete from ${qualified(table)}`)
    const columns = table.columns.map((name) => escapeIdentifier(name)).join(', ')
    this.copy = this.client.query(copyFrom(`copy ${qualified(table)} (${columns}) from stdin`))
    // The library emits the error without destroying the stream: thrown by the next write or end.
    this.copy.on('error', (error) => (this.copyError = error))
  }

  private async addRows(payload: Buffer): Promise<void> {
    if (this.copyError) throw this.copyError
    if (this.copy?.write(payload) === false) await once(this.copy, 'drain')
  }

  private async endTable(rows: number): Promise<void> {
    if (!this.copy) return
    if (this.copyError) throw this.copyError
    this.copy.end()
    await finished(this.copy)
    if (this.copy.rowCount !== rows) throw new StartError('备份文件内容不一致：行数不符')
    this.copy = undefined
  }

  private async setSequence(sequence: Sequence): Promise<void> {
    await this.client.query('select setval(to_regclass($1), $2::bigint, $3)', [
      qualified(sequence),
      sequence.value,
      sequence.isCalled,
    ])
  }

  /** Restores the constraints, which validates every row, and applies later migrations. */
  async complete(restoreId: string): Promise<void> {
    await this.finishConstraints()
    await applyLater(this.client, this.migrations.later)
    await markRestored(this.client, restoreId)
  }
}

/** A running product would continue with cached old data, so other connections are refused. */
async function refuseOthers(client: Client): Promise<void> {
  let others = 0
  // Closed connections stay listed for a moment.
  for (let tries = 0; tries < 20; tries++) {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    others = rows[0]?.count ?? 0
    if (others === 0) return
    await sleep(100)
  }
  throw new StartError(`数据库仍有 ${others} 个其它连接，请先停止所有如晤进程再恢复`)
}
