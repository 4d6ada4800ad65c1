import type { MetricName } from '@ruwu/contract'
import { METRIC_CATALOGUE } from '@ruwu/domain'
import { Tooltip } from '@ruwu/ui'
import type { ReactNode } from 'react'
import styles from './daily-page.module.css'

/** What a figure is called here, with its definition on hover and focus. */
export const MetricLabel = ({ name, children }: { name: MetricName; children: ReactNode }) => (
  <Tooltip text={METRIC_CATALOGUE[name].definition}>
    <button type="button" className={styles.label}>
      {children}
    </button>
  </Tooltip>
)
