import type { Database } from '../db/database.ts'

/** Query plans (EXPLAIN) of the statements that `work` sends outside of transactions. */
export async function plansOf({ pool }: Database, work: () => Promise<unknown>): Promise<string[]> {
  const sent: { text: string; params: unknown[] }[] = []
  const query = pool.query.bind(pool)
  const spy = (config: { text: string; values?: unknown[] }, params?: unknown[]) => {
    sent.push({ text: config.text, params: config.values ?? params ?? [] })
    return params ? query(config, params) : query(config)
  }
  Object.assign(pool, { query: spy })
  try {
    await work()
  } finally {
    Object.assign(pool, { query })
  }
  const plans: string[] = []
  for (const { text, params } of sent) {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, params)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}
