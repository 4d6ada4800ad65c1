import { sql } from 'drizzle-orm'
import { channelAccount } from './schema/index.ts'

/** Relation id of the account whose published AI receives this account's customers: its own, else its main account's. */
export const aiHostRelationId = sql`(select own.relation_id from ai_agent own
  where own.ent_id = ${channelAccount.entId} and own.relation_id in (${channelAccount.id}, ${channelAccount.parentId})
    and own.published_version is not null
  order by own.relation_id = ${channelAccount.id} desc limit 1)`
