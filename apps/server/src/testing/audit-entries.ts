import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { allEndpoints, type Endpoint } from '@ruwu/contract'
import { asc, inArray } from 'drizzle-orm'
import { inject } from 'vitest'
import type { Database } from '../db/database.ts'
import { audit } from '../db/schema/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One empty file for every endpoint of which a test has seen an audit entry. */
    auditedDir: string
  }
}

/**
 * The entries of an endpoint's audit actions, oldest first. With one, the endpoint counts as tested: the whole run fails for
 * endpoints that name actions (`audit`) and were never seen to leave an entry.
 */
export async function auditEntries(db: Database, endpoint: Endpoint): Promise<(typeof audit.$inferSelect)[]> {
  const named = allEndpoints().find((each) => each.endpoint === endpoint)
  if (!named) throw new Error(`${endpoint.path} is not in the contract's list`)
  const rows = await db.sql
    .select()
    .from(audit)
    .where(inArray(audit.action, [...endpoint.audit]))
    .orderBy(asc(audit.id))
  if (rows.length > 0) {
    mkdirSync(inject('auditedDir'), { recursive: true })
    writeFileSync(path.join(inject('auditedDir'), named.name), '')
  }
  return rows
}
