import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { Pool } from 'pg'

/**
 * The raw limit of the send path: a route without authentication, rules or delivery that inserts what came meanwhile in one
 * statement, durably, into a table like ours.
 */
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 4 })
await pool.query('create table if not exists bare_topic (ent_id uuid, id uuid, primary key (ent_id, id))')
await pool.query(`create table if not exists bare_message (ent_id uuid, topic_id uuid, seq bigint, id uuid, chat_id text, sender_id text,
  content jsonb, is_readable boolean, is_recalled boolean, created_at timestamptz, updated_at timestamptz,
  primary key (ent_id, topic_id, seq), unique (ent_id, topic_id, chat_id),
  foreign key (ent_id, topic_id) references bare_topic)`)

type Send = { topicId: string; chatId: string; senderId: string; content: object }
type Waiting = { send: Send; resolve(seq: number): void; reject(error: unknown): void }

let queue: Waiting[] = []
let isRunning = false
const seqs = new Map<string, number>()
const ent = randomUUID()
for (const id of (process.env.TOPICS ?? '').split(','))
  await pool.query('insert into bare_topic values ($1, $2)', [ent, id])

async function work(): Promise<void> {
  isRunning = true
  while (queue.length > 0) {
    const batch = queue.splice(0, 256)
    const given = batch.map(({ send }) => {
      const seq = (seqs.get(send.topicId) ?? 0) + 1
      seqs.set(send.topicId, seq)
      return seq
    })
    const now = new Date()
    await pool
      .query({
        name: 'bare-insert',
        text: `insert into bare_message select $1::uuid, t.topic_id, t.seq, t.id, t.chat_id, t.sender_id, t.content::jsonb, true, false, $8, $8
          from unnest($2::uuid[], $3::int8[], $4::uuid[], $5::text[], $6::text[], $7::text[]) as t(topic_id, seq, id, chat_id, sender_id, content)`,
        values: [
          ent,
          batch.map(({ send }) => send.topicId),
          given,
          batch.map(() => randomUUID()),
          batch.map(({ send }) => send.chatId),
          batch.map(({ send }) => send.senderId),
          batch.map(({ send }) => JSON.stringify(send.content)),
          now,
        ],
      })
      .then(
        () => batch.forEach((waiting, index) => waiting.resolve(given[index] ?? 0)),
        (error: unknown) => batch.forEach((waiting) => waiting.reject(error)),
      )
  }
  isRunning = false
}

const app = Fastify()
const insert = (send: Send) =>
  new Promise<number>((resolve, reject) => {
    queue.push({ send, resolve, reject })
    if (!isRunning) void work()
  })
app.post('/send', (request) => insert(request.body as Send).then((seq) => ({ seq })))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')
process.on('SIGTERM', () => {
  queue = []
  void app.close().then(() => pool.end())
})
