import { Bar, Disc, Skeleton, cx } from '@ruwu/ui'
import styles from './thread-pane.module.css'

const bubbles = [
  { isRight: false, width: '42%', height: 38 },
  { isRight: false, width: '28%', height: 38 },
  { isRight: true, width: '52%', height: 60 },
  { isRight: false, width: '34%', height: 38 },
  { isRight: true, width: '38%', height: 38 },
  { isRight: true, width: '46%', height: 60 },
]

export function ThreadSkeleton({ withHead = false }: { withHead?: boolean }) {
  return (
    <div className={styles.waiting}>
      <Skeleton>
        {withHead && (
          <div className={styles.waitingHead}>
            <Bar width={160} height={16} />
            <Bar width={220} height={12} />
          </div>
        )}
        <div className={styles.waitingLog}>
          {bubbles.map(({ isRight, width, height }, index) => (
            // The rows are constant, so the index is the key.
            // oxlint-disable-next-line react/no-array-index-key
            <div key={index} className={cx(styles.waitingRow, isRight && styles.right)}>
              <Disc size={32} />
              <Bar width={width} height={height} />
            </div>
          ))}
        </div>
      </Skeleton>
    </div>
  )
}
