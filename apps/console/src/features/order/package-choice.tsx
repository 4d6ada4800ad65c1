import type { PointPackage } from '@ruwu/contract'
import { formatMoney, formatNumber } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { texts } from './texts.ts'
import styles from './purchase-page.module.css'

type PackageChoiceProps = {
  each: PointPackage
  isChosen: boolean
  onChoose: () => void
  className?: string | undefined
}

export function PackageChoice({ each, isChosen, onChoose, className }: PackageChoiceProps) {
  return (
    <label className={cx(styles.choice, isChosen && styles.chosen, className)}>
      <span>
        <input type="radio" name="package" className="sr-only" checked={isChosen} onChange={onChoose} />
        {each.name}
      </span>
      <b>{formatNumber(each.points)}</b>
      <small>
        {formatMoney(each.amount)}
        {each.bonusPoints > 0 && <em>{texts.bonus(each.bonusPoints)}</em>}
      </small>
      {each.recommended && <i className={styles.mark}>{texts.recommended}</i>}
    </label>
  )
}
