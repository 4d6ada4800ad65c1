import { createHash, randomBytes } from 'node:crypto'
import { uuidV7 } from '@ruwu/domain'

/** A new UUIDv7 as 32 hexadecimal characters. */
export function newId<Id extends string>(now: Date): Id {
  return uuidV7(now, randomBytes(10)) as Id
}

/** Deterministic id of built-in rows that every enterprise has without creating them. */
export const derivedId = <Id extends string>(...names: string[]): Id =>
  createHash('md5').update(names.join(':')).digest('hex') as Id

/** Generator of request ids, 32 hexadecimal characters: a random prefix per process, then a counter. */
export function requestIds(): () => string {
  const beginning = randomBytes(10).toString('hex')
  let count = 0
  return () => {
    count += 1
    return beginning + count.toString(16).padStart(12, '0')
  }
}

/** When the UUIDv7 was made. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 12), 16))

/** Not above any id of this instant, and above all earlier ones. */
export const firstIdAt = (at: Date): string => at.getTime().toString(16).padStart(12, '0').padEnd(32, '0')
