import type { QueryConfig } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { queriesOn } from '../../db/database.ts'
import { PUBLIC_SPACE } from '../../db/schema/index.ts'
import { type World, world } from '../../testing/world.ts'
import { listWrittenSince } from './chat-delivery.repo.ts'

const TOPIC = '00000000000070008000000000000001'
const MESSAGES = 20_000
const START = Date.parse('2026-01-01T00:00:00Z')
/** A message a minute. */
const timeOf = (seq: number) => new Date(START + seq * 60_000)

let here: World

beforeAll(async () => {
  here = await world({ keepUntilFileEnds: true })
  const fill = (text: string) => here.db.pool.query(text)
  const ent = `'${PUBLIC_SPACE}'::uuid`
  await fill(`insert into topic (ent_id, id, kind, owner_id, last_seq, created_at, updated_at)
    values (${ent}, '${TOPIC}', 'group', 'u1', ${MESSAGES}, now(), now())`)
  await fill(`insert into message (ent_id, topic_id, seq, id, chat_id, sender_id, content, is_readable, created_at, updated_at)
    select ${ent}, '${TOPIC}', n, gen_random_uuid(), 'c' || n, 'u1', '{"type":"text"}', true,
      '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', now() from generate_series(1, ${MESSAGES}) n`)
  await fill('analyze message')
})

/** Seqs written since then, and how many rows PostgreSQL looked at for them. */
async function readSince(since: Date, most = 500) {
  const { pool } = here.db
  let looked = 0
  const query = async (config: QueryConfig, values: unknown[]) => {
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain analyze ${config.text}`, values)
    for (const { 'QUERY PLAN': line } of rows) {
      if (/Scan.*actual/.test(line)) looked += Number(/actual [^)]*rows=([\d.]+)/.exec(line)?.[1] ?? 0)
      looked += Number(/Rows Removed by Filter: (\d+)/.exec(line)?.[1] ?? 0)
    }
    return pool.query(config, values)
  }
  const found = await listWrittenSince(queriesOn({ query }), PUBLIC_SPACE, TOPIC, { since, most })
  return { seqs: found.map(({ seq }) => seq), looked }
}

test('a few new messages of a long topic are found without reading the topic', async () => {
  const { seqs, looked } = await readSince(timeOf(MESSAGES - 2))

  expect(seqs).toEqual([MESSAGES - 2, MESSAGES - 1, MESSAGES])
  expect(looked).toBeLessThan(20)
})

test('of many new messages the newest are read', async () => {
  const { seqs, looked } = await readSince(new Date(START), 3)

  expect(seqs).toEqual([MESSAGES - 2, MESSAGES - 1, MESSAGES])
  expect(looked).toBeLessThan(20)
})

const setTime = (seq: number, at: Date) =>
  here.db.pool.query('update message set created_at = $1 where topic_id = $2 and seq = $3', [at, TOPIC, seq])

test('a message that had its time before it waited for its topic hides none that were written meanwhile', async () => {
  const since = timeOf(MESSAGES)
  await setTime(MESSAGES, new Date(since.getTime() - 20_000))
  await setTime(MESSAGES - 1, new Date(since.getTime() + 5_000))

  expect((await readSince(since)).seqs).toEqual([MESSAGES - 1])
})
