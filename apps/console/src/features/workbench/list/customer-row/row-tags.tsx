import type { TagId } from '@ruwu/contract'
import { showsWait } from '@ruwu/domain'
import { useEverySecond } from '../../../../browser/clock.ts'
import { TagDot, type TagMap } from '../../../tag/index.ts'
import styles from './row-tags.module.css'

const MOST = 2

type RowTagsProps = {
  tagIds: readonly TagId[]
  tags: TagMap
  /** A visible waiting time takes space from the tags. */
  waitingSince: string | null
}

/** The first tags by name, the rest as a count. */
export function RowTags({ tagIds, tags, waitingSince }: RowTagsProps) {
  const isShort = useEverySecond((now) => showsWait(waitingSince, now))
  const known = tagIds.flatMap((id) => tags.get(id) ?? [])
  const shown = isShort ? 1 : MOST
  const more = known.length - shown
  return (
    <>
      {known.slice(0, shown).map(({ id, name, color }) => (
        <span key={id} className={styles.tag}>
          <TagDot color={color} />
          <span className="cut">{name}</span>
        </span>
      ))}
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </>
  )
}
