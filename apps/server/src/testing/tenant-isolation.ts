import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { allEndpoints, type CallArgs, type Data, type Endpoint, ERRORS } from '@ruwu/contract'
import { inject } from 'vitest'
import type { Person, Refusal } from './person.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** One empty file for every endpoint of which a test has shown that ids of another enterprise look absent. */
    isolationDir: string
  }
}

/**
 * The refusal of a call with ids of another enterprise than the person's: not found, or the given text where absence is told
 * otherwise. The endpoint counts as tested for tenant isolation; the whole run fails for endpoints that take ids and were never
 * called like this (or by `answerForRival`).
 */
export async function absentForRival<E extends Endpoint>(
  person: Person,
  endpoint: E,
  args: CallArgs<E>,
  expected?: string,
): Promise<Refusal> {
  const refusal = await person.refused(endpoint, args)
  const isAbsent = expected === undefined ? refusal.code === ERRORS.notFound.code : refusal.msg === expected
  // Otherwise it may have been refused before any id was looked up.
  if (!isAbsent) throw new Error(`${endpoint.path}: ${refusal.code} ${refusal.msg}`)
  register(endpoint)
  return refusal
}

/** The data of such a call where it is no refusal (a filter that matches nothing): the test asserts what is in it. */
export async function answerForRival<E extends Endpoint>(
  person: Person,
  endpoint: E,
  args: CallArgs<E>,
): Promise<Data<E>> {
  const data = await person.call(endpoint, args)
  register(endpoint)
  return data
}

function register(endpoint: Endpoint): void {
  const found = allEndpoints().find((named) => named.endpoint === endpoint)
  if (!found) throw new Error(`${endpoint.path} is not in the contract's list`)
  mkdirSync(inject('isolationDir'), { recursive: true })
  writeFileSync(path.join(inject('isolationDir'), found.name), '')
}
