import type { CustomerItem } from '@ruwu/contract'
import { cx } from '@ruwu/ui'
import { Highlight } from '../../../../rendering/highlight.tsx'
import styles from './customer-row.module.css'

type RowNameProps = Pick<CustomerItem, 'name' | 'remark'> & {
  /** What is looked for; empty when nothing is. */
  keyword: string
}

/** remark(name), with what was looked for on yellow. */
export const RowName = ({ name, remark, keyword }: RowNameProps) => (
  <>
    <span className="cut">
      <Highlight text={remark || name} keyword={keyword} />
    </span>
    {remark && (
      <span className={cx('cut', styles.real)}>
        (<Highlight text={name} keyword={keyword} />)
      </span>
    )}
  </>
)
