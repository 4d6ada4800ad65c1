import type { AgentId, EntId, TagId } from '@ruwu/contract'
import { intentOf, type SystemTag, type TagChange, unbindTags } from '@ruwu/domain'
import { derivedId } from '../platform/ids.ts'
import { appendLine, type CustomerChange } from './customer-change.ts'

/** Id of a system tag: derived from enterprise and key, so it needs no lookup. */
export const systemTagId = (entId: EntId, key: SystemTag): TagId => derivedId<TagId>(entId, 'tag', key)

/** Changes `customer.tag_ids` and the customer_tag rows together, and emits both events. False: nothing changed. */
export function changeTags(
  change: CustomerChange,
  { tagIds, bound, unbound }: TagChange,
  by: AgentId | null,
  now: Date,
): boolean {
  change.customer.tagIds = tagIds
  for (const id of unbound) change.additions.tags.set(id, null)
  for (const id of bound) change.additions.tags.set(id, { boundBy: by, boundAt: now })
  if (unbound.length > 0) change.events.push({ type: 'cus_tags_unbind', tagIds: unbound, operatorId: by })
  if (bound.length > 0) change.events.push({ type: 'cus_tags_bind', tagIds: bound, operatorId: by })
  return bound.length + unbound.length > 0
}

/** Binds a system tag: outside groups and limits, without a tag line of its own. */
export function bindSystemTag(change: CustomerChange, key: SystemTag, now: Date): void {
  const { entId, tagIds } = change.customer
  const id = systemTagId(entId, key)
  if (!tagIds.includes(id)) changeTags(change, { tagIds: [...tagIds, id], bound: [id], unbound: [] }, null, now)
}

export function unbindSystemTag(change: CustomerChange, key: SystemTag, now: Date): void {
  const { entId, tagIds } = change.customer
  changeTags(change, unbindTags(tagIds, [systemTagId(entId, key)]), null, now)
}

/** 高意向 or 无意向; one excludes the other. */
export function setIntent(change: CustomerChange, intent: 'high' | 'none', now: Date): void {
  const [bound, unbound] =
    intent === 'high' ? (['high_intent', 'no_intent'] as const) : (['no_intent', 'high_intent'] as const)
  unbindSystemTag(change, unbound, now)
  bindSystemTag(change, bound, now)
}

/** What a message of the customer tells: a question after a refusal takes 无意向 away. */
export function readIntent(change: CustomerChange, text: string, now: Date): void {
  const intent = intentOf(text)
  if (intent === 'open') unbindSystemTag(change, 'no_intent', now)
  else if (intent) setIntent(change, intent, now)
}

/** System line about bound and unbound tags. */
export function appendTagLine(
  change: CustomerChange,
  names: { who: string; bound: readonly string[]; unbound: readonly string[] },
  now: Date,
): void {
  const acts = [
    ...(names.bound.length > 0 ? [`添加了标签：${names.bound.join('、')}`] : []),
    ...(names.unbound.length > 0 ? [`移除了标签：${names.unbound.join('、')}`] : []),
  ]
  appendLine(change, { kind: 'tag', text: `${names.who} ${acts.join('，')}` }, now)
}
