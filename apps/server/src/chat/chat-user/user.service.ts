import type { ChatUser } from '@ruwu/contract'
import type { Database } from '../../db/database.ts'
import { PUBLIC_SPACE } from '../../db/schema/index.ts'
import type { Clock } from '../../platform/clock.ts'
import { ChatError } from '../../platform/http/chat-error.ts'
import { cleanText } from '../../platform/clean-text.ts'
import type { CustomerPerson, CustomerThreads } from '../customer-threads.ts'
import { type Profile, updateUser } from './chat-user.repo.ts'
import { avatarPath, findPeople, type Person } from './directory.repo.ts'
import type { ChatIdentity } from '../../platform/http/chat-identity.ts'
import { findRelations, type Relation } from './relation.repo.ts'

export class UserService {
  private readonly db: Database
  private readonly clock: Clock
  private readonly customers: Pick<CustomerThreads, 'people'>

  constructor(deps: { db: Database; clock: Clock; customers: Pick<CustomerThreads, 'people'> }) {
    this.db = deps.db
    this.clock = deps.clock
    this.customers = deps.customers
  }

  async profile(caller: ChatIdentity, userId: string): Promise<ChatUser> {
    const [user] = await this.profiles(caller, [userId])
    if (!user) throw new ChatError(404, 'user not found')
    return user
  }

  /** In the order requested; unknown ids are omitted. */
  async profiles(caller: ChatIdentity, ids: readonly string[]): Promise<ChatUser[]> {
    const people = await findPeople(this.db.sql, caller.entId, ids)
    const others = ids.filter((id) => !people.has(id))
    const customers = new Map((await this.customers.people(caller, others)).map((each) => [each.id, each]))
    const found = [...people.keys(), ...customers.keys()]
    const relations = await findRelations(this.db.sql, caller.entId, caller.userId, found)
    return ids.flatMap((id) => {
      const [person, customer] = [people.get(id), customers.get(id)]
      if (customer) return [toCustomerUser(customer, relations.get(id))]
      return person ? [toChatUser(person, relations.get(id))] : []
    })
  }

  async updateProfile(caller: ChatIdentity, change: Profile): Promise<void> {
    // Profiles of agents are managed by their enterprise.
    if (caller.entId !== PUBLIC_SPACE) throw new ChatError(403, 'managed by the enterprise')
    const given = Object.entries(change).filter(([, value]) => value !== undefined)
    if (given.length === 0) return
    const cleaned = given.map(([key, value]) => [key, typeof value === 'string' ? cleanText(value) : value])
    await updateUser(this.db.sql, caller.userId, Object.fromEntries(cleaned) as Profile, this.clock.now())
  }
}

/** The star on a customer is no relation. */
const toCustomerUser = (customer: CustomerPerson, relation: Relation | undefined): ChatUser => ({
  ...toChatUser({ ...NO_PROFILE, ...customer, name: customer.name || customer.id }, relation),
  avatar: customer.avatar || avatarPath(customer.id),
  isStar: customer.isStar,
})

const NO_PROFILE = { publicKey: '', locale: '', city: '', country: '', gender: '', isStaff: false, extra: {} }

type Profiled = Omit<Person, 'isGuest' | 'allowGuest'>

export function toChatUser(person: Profiled, relation: Relation | undefined): ChatUser {
  return {
    userId: person.id,
    id: person.id,
    name: person.name,
    avatar: person.avatar,
    publicKey: person.publicKey,
    remark: relation?.remark ?? '',
    isContact: relation?.isContact ?? false,
    isStar: relation?.isStar ?? false,
    isBlocked: relation?.isBlocked ?? false,
    locale: person.locale,
    city: person.city,
    country: person.country,
    source: person.source,
    gender: person.gender,
    memo: '',
    isStaff: person.isStaff,
    createdAt: person.createdAt.toISOString(),
    updatedAt: person.updatedAt.toISOString(),
    extra: person.extra,
  }
}
