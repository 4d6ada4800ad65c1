import type { CustomerId } from '@ruwu/contract'
import { z } from 'zod'
import { FieldError } from '../platform/http/errors.ts'
import type { Found } from './list.repo.ts'

/** Cursor: the part and sort keys of the last row, and the total counted with the first page. */
type Mark = Found & { total: number }

const Time = z.int().min(0).max(8.64e15)
const Id = z.string().regex(/^[0-9a-f]{32}$/)
const Fields = z.tuple([z.int().min(0).max(5), Time, Time.nullable(), Id, z.int32().min(0)])

export const writeMark = ({ part, place, total }: Mark): string =>
  Buffer.from(JSON.stringify([part, place.lastMessageAt, place.waitingSince, place.id, total])).toString('base64url')

/** A cursor that is malformed is refused. */
export function readMark(cursor: string | null | undefined): Mark | undefined {
  if (!cursor) return undefined
  try {
    const [part, lastMessageAt, waitingSince, id, total] = Fields.parse(
      JSON.parse(Buffer.from(cursor, 'base64url').toString()),
    )
    return { part, place: { lastMessageAt, waitingSince, id: id as CustomerId }, total }
  } catch {
    throw new FieldError({ cursor: '翻页标识不正确' })
  }
}
