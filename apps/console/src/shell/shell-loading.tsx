import { Bar, cx, PageSkeleton } from '@ruwu/ui'
import { useIsWide } from '../browser/media-query.ts'
import { browserStorage } from '../browser/storage.ts'
import { isFoldedAt, recallFold } from './sidebar-fold.ts'
import styles from './shell-loading.module.css'

const ITEMS = 7
const PANELS = 3

/** The shape of the shell while its script loads. In the first script, so it draws boxes and imports nothing of the shell's parts. */
export function ShellLoading() {
  const isFolded = isFoldedAt(recallFold(browserStorage), useIsWide())
  return (
    <PageSkeleton>
      <div className={styles.frame}>
        <div className={cx(styles.sidebar, isFolded && styles.folded)}>
          <Bar height={32} />
          {Array.from({ length: ITEMS }, (_, item) => (
            <Bar key={item} height={isFolded ? 42 : 20} />
          ))}
        </div>
        <div className={styles.column}>
          <div className={styles.head}>
            <Bar width={160} height={20} />
          </div>
          <div className={styles.page}>
            {Array.from({ length: PANELS }, (_, panel) => (
              <div key={panel} className={styles.panel}>
                <Bar width="30%" height={16} />
                <Bar />
                <Bar width="80%" />
              </div>
            ))}
          </div>
          <div className={styles.bar} />
        </div>
      </div>
    </PageSkeleton>
  )
}
