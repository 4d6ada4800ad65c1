import type { MaterialId, RelationId } from '@ruwu/contract'
import { material } from '../db/schema/index.ts'
import { newId } from '../platform/ids.ts'
import type { Person } from './person.ts'
import { channelWorld } from './channel-world.ts'
import { FakeCards } from './fake-cards.ts'

/** The smallest picture there is. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A world with accounts, platforms with a card API, and stored cards. */
export async function materialWorld() {
  const here = await channelWorld()
  const { db, clock, platform, address } = here

  const upload = async (person: Person, bytes: Uint8Array<ArrayBuffer> | string = new Uint8Array(PNG)) => {
    const body = new FormData()
    body.set('file', new Blob([bytes]), 'card.png')
    const headers = { authorization: `Bearer ${person.token}` }
    const response = await fetch(`http://${address}/api/attachment/upload`, { method: 'POST', body, headers })
    return ((await response.json()) as { path: string }).path
  }

  let count = 0
  /** Inserts a card that may be sent. */
  const addCard = async (
    relationId: RelationId,
    fields: Partial<typeof material.$inferInsert> = {},
  ): Promise<MaterialId> => {
    const { entId } = await here.account(relationId)
    const now = clock.now()
    const id = newId<MaterialId>(now)
    count += 1
    await db.sql.insert(material).values({
      entId,
      id,
      relationId,
      type: 'lead_form',
      platformId: `platform-${count}`,
      name: `卡片 ${count}`,
      title: `标题 ${count}`,
      auditStatus: 'passed',
      createdAt: now,
      updatedAt: now,
      ...fields,
    })
    return id
  }

  return { ...here, douyin: new FakeCards(platform.douyin), redbook: new FakeCards(platform.redbook), upload, addCard }
}
