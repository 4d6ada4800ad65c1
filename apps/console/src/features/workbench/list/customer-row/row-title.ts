import type { CustomerItem } from '@ruwu/contract'
import { displayName, formatDateTime } from '@ruwu/domain'
import type { TagMap } from '../../../tag/index.ts'

/** What a row tells whoever rests on it: the whole name, the full time, and all tags. The link lies over everything else in the row. */
export function rowTitle(
  { customerId, name, remark, lastMessageAt, tagIds }: CustomerItem,
  tags: TagMap,
  timeZone: string,
): string {
  const tagNames = tagIds.flatMap((id) => tags.get(id)?.name ?? []).join('、')
  const lines = [displayName({ id: customerId, name, remark }), formatDateTime(lastMessageAt, timeZone), tagNames]
  return lines.filter(Boolean).join('\n')
}
