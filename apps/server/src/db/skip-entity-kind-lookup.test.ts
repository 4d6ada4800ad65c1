import type { AgentId, CustomerId, EntId } from '@ruwu/contract'
import { and, count, desc, eq, getTableColumns, ilike, inArray, isNull, or, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { alias, PgDialect } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { agent, customer, message, tag, webhook } from './schema/index.ts'
import { constructors } from './skip-entity-kind-lookup.ts'

const db = drizzle.mock()
const dialect = new PgDialect()
const [entId, customerId] = ['e'.repeat(32) as EntId, 'c'.repeat(32) as CustomerId]
const now = new Date('2026-03-16T02:00:00.000Z')

const STATEMENTS = {
  select: () =>
    db
      .select({ ...getTableColumns(customer), agentName: agent.name, length: sql<number>`length(${customer.name})` })
      .from(customer)
      .leftJoin(agent, and(eq(agent.entId, customer.entId), eq(agent.id, customer.agentId)))
      .where(and(eq(customer.entId, entId), or(ilike(customer.name, '%a%'), isNull(customer.agentId))))
      .orderBy(desc(customer.id))
      .limit(20)
      .offset(40)
      .for('update', { of: customer })
      .toSQL(),
  'subquery and alias': () => {
    const other = alias(customer, 'other')
    const found = db
      .select({ n: count().as('n') })
      .from(other)
      .where(inArray(other.id, [customerId]))
      .as('found')
    return db
      .with(db.$with('few').as(db.select().from(tag)))
      .select()
      .from(found)
      .toSQL()
  },
  insert: () =>
    db
      .insert(webhook)
      .values({ entId, url: 'https://a.example', events: ['x'], enabled: true, createdAt: now } as never)
      .onConflictDoUpdate({ target: [webhook.entId, webhook.id], set: { url: sql`excluded.url` } })
      .returning()
      .toSQL(),
  update: () =>
    db
      .update(customer)
      .set({ agentId: 'a'.repeat(32) as AgentId, lastEnterAt: now })
      .where(eq(customer.id, customerId))
      .toSQL(),
  delete: () => db.delete(message).where(eq(message.entId, entId)).toSQL(),
  raw: () =>
    dialect.sqlToQuery(sql`select ${customer.name}, ${sql.raw('1')}, ${sql.identifier('x y')} from ${customer} join ${agent} a on true
      where ${customer.id} = any(${sql.param([customerId])}) and ${eq(customer.lastEnterAt, now)}
        and ${sql.join([sql`${1}`, sql`${null}`], sql` <> `)}`),
}

test.each(Object.entries(STATEMENTS))('%s: text and parameters are those of the library as it is', (_name, build) => {
  const { sql: text, params } = build()

  for (const [prototype, value] of constructors) Object.defineProperty(prototype, 'constructor', { value })
  try {
    expect({ text, params }).toEqual({ text: build().sql, params: build().params })
  } finally {
    for (const prototype of constructors.keys()) Object.defineProperty(prototype, 'constructor', { value: undefined })
  }
})
