import type { CustomerItem } from '@ruwu/contract'
import { cx } from '@ruwu/ui'
import { Highlight } from '../../../../rendering/highlight.tsx'
import styles from './customer-row.module.css'

type RowNameProps = Pick<CustomerItem, 'name' | 'remark'> & {
  /** The search keyword; empty without one. */
  keyword: string
}

/** remark(name) with the keyword highlighted. */
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
