import { randomBytes } from 'node:crypto'
import { uuidV7 } from '@ruwu/domain'

/** A new time-ordered id as 32 hexadecimal characters; the caller says what kind of id it is to be. */
export function newId<Id extends string>(now: Date): Id {
  return uuidV7(now, randomBytes(10)) as Id
}
