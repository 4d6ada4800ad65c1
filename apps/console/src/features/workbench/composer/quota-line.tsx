import type { Quota } from '@ruwu/contract'
import { quotaLine } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import styles from './quota-line.module.css'

// Above this many no bars are drawn.
const PIPS_MAX = 6

/**
 * 对方回复前还可发送 2/3 条 with one bar per message; the reason when nothing is left. Nothing is shown when sending is blocked
 * for another reason or the account has no quota.
 */
export function QuotaLine({ quota }: { quota: Quota }) {
  const line = quotaLine(quota)
  const { left, max, blocked } = quota
  if (!line && !blocked) return null
  return (
    <p className={cx(styles.quota, blocked && styles.empty)}>
      {left !== null && max !== null && max <= PIPS_MAX && (!blocked || left === 0) && (
        <span className={styles.pips} aria-hidden="true">
          {Array.from({ length: max }, (_, index) => (
            <i key={index} className={cx(index < left && styles.on)} />
          ))}
        </span>
      )}
      {/* At 0 the reason is enough. */}
      <span>{blocked ? blocked.text : <Line text={line ?? ''} />}</span>
    </p>
  )
}

/** The number is emphasised. */
function Line({ text }: { text: string }) {
  const [before = '', count = '', after = ''] = text.split(/(\d+\/\d+)/u)
  return (
    <>
      {before}
      <b>{count}</b>
      {after}
    </>
  )
}
