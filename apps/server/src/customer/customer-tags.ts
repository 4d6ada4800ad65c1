import type { AgentId } from '@ruwu/contract'
import { type SystemTag, type TagChange, unbindTags } from '@ruwu/domain'
import { systemTagId } from '../features/tag/index.ts'
import { appendLine, type Case } from './customer-change.ts'

/** Keeps the customer's list of tags and its rows in step, and tells of both. False: nothing changed. */
export function changeTags(of: Case, { tagIds, bound, unbound }: TagChange, by: AgentId | null, now: Date): boolean {
  of.customer.tagIds = tagIds
  for (const id of unbound) of.additions.tags.set(id, null)
  for (const id of bound) of.additions.tags.set(id, { boundBy: by, boundAt: now })
  if (unbound.length > 0) of.events.push({ type: 'cus_tags_unbind', tagIds: unbound, operatorId: by })
  if (bound.length > 0) of.events.push({ type: 'cus_tags_bind', tagIds: bound, operatorId: by })
  return bound.length + unbound.length > 0
}

/** One of the system's own tags: in no group, in no limit, and its cause has a line of its own where it needs one. */
export function bindSystemTag(of: Case, key: SystemTag, now: Date): void {
  const { entId, tagIds } = of.customer
  const id = systemTagId(entId, key)
  if (!tagIds.includes(id)) changeTags(of, { tagIds: [...tagIds, id], bound: [id], unbound: [] }, null, now)
}

export function unbindSystemTag(of: Case, key: SystemTag, now: Date): void {
  const { entId, tagIds } = of.customer
  changeTags(of, unbindTags(tagIds, [systemTagId(entId, key)]), null, now)
}

/** The grey line about tags that somebody bound or took away. */
export function appendTagLine(
  of: Case,
  said: { who: string; bound: readonly string[]; unbound: readonly string[] },
  now: Date,
): void {
  const acts = [
    ...(said.bound.length > 0 ? [`添加了标签：${said.bound.join('、')}`] : []),
    ...(said.unbound.length > 0 ? [`移除了标签：${said.unbound.join('、')}`] : []),
  ]
  appendLine(of, { kind: 'tag', text: `${said.who} ${acts.join('，')}` }, now)
}
