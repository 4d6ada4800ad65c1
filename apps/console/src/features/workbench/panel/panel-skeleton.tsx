import { Bar, Disc, Skeleton } from '@ruwu/ui'
import styles from './panel-skeleton.module.css'

const LINES = ['70%', '52%', '64%', '58%', '46%', '60%']

export const PanelSkeleton = () => (
  <Skeleton>
    <div className={styles.who}>
      <Disc size={52} />
      <div className={styles.lines}>
        <Bar width="60%" height={16} />
        <Bar width="40%" />
      </div>
    </div>
    <div className={styles.facts}>
      {LINES.map((width) => (
        <Bar key={width} width={width} />
      ))}
    </div>
  </Skeleton>
)
