import { type EntId, USER_ID_PATTERN } from '@ruwu/contract'
import { and, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../db/database.ts'
import { agent, chatUser, PUBLIC_SPACE } from '../../db/schema/index.ts'

/** A chat user of the public space, or an agent of an enterprise. */
export type Person = {
  id: string
  name: string
  avatar: string
  publicKey: string
  locale: string
  city: string
  country: string
  gender: string
  source: string
  isStaff: boolean
  isGuest: boolean
  allowGuest: boolean
  extra: Record<string, string>
  createdAt: Date
  updatedAt: Date
}

export const GUEST_SOURCE = 'guest'
const HEX32 = /^[0-9a-f]{32}$/

/** The users of a space among these ids; unknown ids and those of other spaces are omitted. */
export async function findPeople(db: Queryable, entId: EntId, ids: readonly string[]): Promise<Map<string, Person>> {
  const wanted = [...new Set(ids)].filter((id) => USER_ID_PATTERN.test(id))
  if (wanted.length === 0) return new Map()
  const people = entId === PUBLIC_SPACE ? await registered(db, wanted) : await agents(db, entId, wanted)
  return new Map(people.map((person) => [person.id, person]))
}

async function registered(db: Queryable, ids: string[]): Promise<Person[]> {
  const rows = await db
    .select()
    .from(chatUser)
    .where(and(eq(chatUser.entId, PUBLIC_SPACE), inArray(chatUser.id, ids)))
  return rows.map((row) => ({
    id: row.id,
    name: row.displayName || row.id,
    avatar: row.avatar || avatarPath(row.id),
    publicKey: row.publicKey,
    locale: row.locale,
    city: row.city,
    country: row.country,
    gender: row.gender,
    source: row.source,
    isStaff: false,
    isGuest: row.passwordHash === null,
    allowGuest: row.allowGuest,
    extra: row.extra,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }))
}

async function agents(db: Queryable, entId: EntId, ids: string[]): Promise<Person[]> {
  const own = ids.filter((id) => HEX32.test(id)) as (typeof agent.$inferSelect)['id'][]
  if (own.length === 0) return []
  const rows = await db
    .select()
    .from(agent)
    .where(and(eq(agent.entId, entId), inArray(agent.id, own)))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    avatar: row.avatar || avatarPath(row.id),
    publicKey: '',
    locale: '',
    city: '',
    country: '',
    gender: '',
    source: 'agent',
    isStaff: true,
    isGuest: false,
    allowGuest: true,
    extra: {},
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }))
}

/** Path of the drawn avatar, for users without a picture: clients need a value. */
export const avatarPath = (userId: string): string => `/avatar/${encodeURIComponent(userId)}`
