import { PgBoss } from 'pg-boss'
import { connectionSettings } from '../db/connection-settings.ts'

/** A kind of durable job; `every` is its schedule (cron, UTC). */
export type JobKind<Payload extends object = object> = {
  name: string
  run(payload: Payload): Promise<void>
  every?: string
  /** One run at a time over all nodes; the next waits. */
  isAlone?: boolean
}

type Jobs = {
  send(name: string, payload: object): Promise<void>
  check(): Promise<void>
  close(): Promise<void>
}

type JobsOptions = { url: string; kinds: JobKind[]; work: boolean; onError(error: Error): void }

/** pg-boss on the product's database. `work` false: this process only enqueues. */
export async function startJobs({ url, kinds, work, onError }: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    ...connectionSettings(),
    connectionString: url,
    max: 4,
    schedule: work,
    supervise: work,
    application_name: 'ruwu-jobs',
  })
  boss.on('error', onError)
  await boss.start()
  for (const kind of kinds) {
    await boss.createQueue(kind.name, kind.isAlone ? { policy: 'singleton' } : {})
    if (!work) continue
    await boss.work(kind.name, async (jobs) => {
      try {
        for (const job of jobs) await kind.run(job.data as object)
      } catch (error) {
        // pg-boss stores the error of a failed job and does not emit it.
        onError(error instanceof Error ? error : new Error(String(error)))
        throw error
      }
    })
    if (kind.every) await boss.schedule(kind.name, kind.every)
  }

  return {
    send: async (name, payload) => {
      await boss.send(name, payload)
    },
    check: async () => {
      if (!(await boss.isInstalled())) throw new Error('jobs are not installed')
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
