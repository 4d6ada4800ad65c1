import { createHash, randomBytes } from 'node:crypto'
import { uuidV7 } from '@ruwu/domain'

/** A new time-ordered id as 32 hexadecimal characters; the caller says what kind of id it is to be. */
export function newId<Id extends string>(now: Date): Id {
  return uuidV7(now, randomBytes(10)) as Id
}

/** The same id for the same names every time: of what every enterprise has without anybody having made it. */
export const derivedId = <Id extends string>(...names: string[]): Id =>
  createHash('md5').update(names.join(':')).digest('hex') as Id

/** Names for the requests of this process, in 32 hexadecimal characters too: a beginning of its own, then a count. */
export function requestIds(): () => string {
  const beginning = randomBytes(10).toString('hex')
  let count = 0
  return () => {
    count += 1
    return beginning + count.toString(16).padStart(12, '0')
  }
}
