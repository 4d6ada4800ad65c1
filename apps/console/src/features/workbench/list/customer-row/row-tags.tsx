import type { TagId } from '@ruwu/contract'
import { waitLevel, waitText, showsWait } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { useSecond, useEverySecond } from '../../../../browser/clock.ts'
import { TagDot, type TagMap } from '../../../tag/index.ts'
import { texts } from '../../texts.ts'
import styles from './row-tags.module.css'

// A constant element: not re-created for every row and second.
const CLOCK = (
  <svg
    width={12}
    height={12}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20M12 6v6l4 2" />
  </svg>
)

/** How long the customer has been waiting; nothing in the first minute. */
export function WaitTimer({ since }: { since: string | null }) {
  return since === null ? null : <Ticking since={since} />
}

function Ticking({ since }: { since: string }) {
  const waitedMs = useSecond() - Date.parse(since)
  const level = waitLevel(waitedMs)
  if (level === 'none') return null
  const text = waitText(waitedMs)
  return (
    <span className={cx(styles.wait, level === 'bad' && styles.bad)} title={texts.waitingFor(text)}>
      {CLOCK}
      {text}
    </span>
  )
}

const MOST = 2

type RowTagsProps = {
  tagIds: readonly TagId[]
  tags: TagMap
  /** A visible waiting time takes space from the tags, as fields do. */
  waitingSince: string | null
  hasFields: boolean
}

/** The first tags by name, the rest as a count. */
export function RowTags({ tagIds, tags, waitingSince, hasFields }: RowTagsProps) {
  const isShort = useEverySecond((now) => showsWait(waitingSince, now))
  const known = tagIds.flatMap((id) => tags.get(id) ?? [])
  const shown = isShort || hasFields ? 1 : MOST
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
