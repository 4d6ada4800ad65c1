import type { CustomerItem } from '@ruwu/contract'
import { displayName, formatDateTime } from '@ruwu/domain'
import type { TagMap } from '../../../tag/index.ts'

/** Tooltip of a row: full name, full time, all tags. The link covers the row, so parts of it cannot have their own. */
export function rowTitle(
  { customerId, name, remark, lastMessageAt, tagIds }: CustomerItem,
  tags: TagMap,
  timeZone: string,
): string {
  const tagNames = tagIds.flatMap((id) => tags.get(id)?.name ?? []).join('、')
  const lines = [displayName({ id: customerId, name, remark }), formatDateTime(lastMessageAt, timeZone), tagNames]
  return lines.filter(Boolean).join('\n')
}
