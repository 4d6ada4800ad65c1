import type { Tile } from '@ruwu/contract'
import { formatChange, METRIC_CATALOGUE } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import styles from './change-rate.module.css'

type Change = Pick<Tile, 'name' | 'changeRate'>

export const ChangeRate = ({ of: change }: { of: Change }) => (
  <em className={cx(styles.change, toneOf(change))}>{formatChange(change.changeRate)}</em>
)

/** Colour beside the arrow: whether the change is welcome. */
function toneOf({ name, changeRate }: Change): string | undefined {
  const { isMoreBetter } = METRIC_CATALOGUE[name]
  if (!changeRate || isMoreBetter === null) return undefined
  return changeRate > 0 === isMoreBetter ? styles.good : styles.bad
}
