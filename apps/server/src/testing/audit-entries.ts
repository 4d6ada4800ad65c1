import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { allEndpoints, type Endpoint } from '@ruwu/contract'
import { asc, inArray } from 'drizzle-orm'
import { inject } from 'vitest'
import type { Database } from '../db/database.ts'
import { audit } from '../db/schema/index.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One empty file `endpoint action` for every audit entry that a test has seen. */
    auditedDir: string
  }
}

/**
 * The entries of an endpoint's audit actions, oldest first. The endpoint counts as tested for the actions of these entries: the
 * whole run fails for actions that an endpoint names (`audit`) and was never seen to leave.
 */
export async function auditEntries(db: Database, endpoint: Endpoint): Promise<(typeof audit.$inferSelect)[]> {
  const named = allEndpoints().find((each) => each.endpoint === endpoint)
  if (!named) throw new Error(`${endpoint.path} is not in the contract's list`)
  const rows = await db.sql
    .select()
    .from(audit)
    .where(inArray(audit.action, [...endpoint.audit]))
    .orderBy(asc(audit.id))
  mkdirSync(inject('auditedDir'), { recursive: true })
  for (const { action } of rows) writeFileSync(path.join(inject('auditedDir'), `${named.name} ${action}`), '')
  return rows
}
