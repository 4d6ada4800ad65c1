import type { Tag, TagId } from '@ruwu/contract'

type Known = Pick<Tag, 'id' | 'groupId' | 'single' | 'kind'>

export type TagChange = { tagIds: TagId[]; bound: TagId[]; unbound: TagId[] }

/** A customer's tags after binding; in a single-choice group the newest replaces the others. */
export function bindTags(
  held: readonly TagId[],
  binding: readonly TagId[],
  tagOf: (id: TagId) => Known | undefined,
): TagChange {
  let tagIds = [...held]
  const bound: TagId[] = []
  for (const id of binding) {
    const tag = tagOf(id)
    if (!tag || tagIds.includes(id)) continue
    if (tag.single && tag.groupId) tagIds = tagIds.filter((other) => tagOf(other)?.groupId !== tag.groupId)
    tagIds.push(id)
    bound.push(id)
  }
  return {
    tagIds,
    bound: bound.filter((id) => tagIds.includes(id)),
    unbound: held.filter((id) => !tagIds.includes(id)),
  }
}

export function unbindTags(held: readonly TagId[], unbinding: readonly TagId[]): TagChange {
  const unbound = held.filter((id) => unbinding.includes(id))
  return { tagIds: held.filter((id) => !unbound.includes(id)), bound: [], unbound }
}

/** System tags do not count. */
export const hasTooManyTags = (tagIds: readonly TagId[], tagOf: (id: TagId) => Known | undefined): boolean =>
  tagIds.filter((id) => tagOf(id)?.kind !== 'system').length > TAGS_PER_CUSTOMER_MAX

export const TAGS_MAX = 200
export const TAG_GROUPS_MAX = 20
const TAGS_PER_CUSTOMER_MAX = 20

export const TAG_TEXTS = {
  tooMany: `最多创建 ${TAGS_MAX} 个标签`,
  tooManyGroups: `最多创建 ${TAG_GROUPS_MAX} 个分组`,
  tooManyOnCustomer: `每位客户最多 ${TAGS_PER_CUSTOMER_MAX} 个标签`,
  nameTaken: '标签名称已存在',
  groupNameTaken: '分组名称已存在',
  systemTag: '系统标签由系统自动维护',
  inUse: '标签正在使用中，无法删除',
  mergeIntoItself: '不能合并到自己',
  mergeInUse: (users: readonly string[]) => `标签正在使用中，请先改用目标标签：${users.join('、')}`,
} as const
