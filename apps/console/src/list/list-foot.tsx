import { PAGE_SIZES } from '@ruwu/contract'
import { Pagination } from 'antd'
import { useIsPhone } from '../browser/media-query.ts'
import { pageSizeOf, type Paging } from './url-query.ts'
import { texts } from './texts.ts'
import styles from './list-foot.module.css'

type ListFootProps = { total: number; paging: Paging; onTurn: (paging: Paging) => void }

/** Total, and pagination when there is more than one page. */
export function ListFoot({ total, paging, onTurn }: ListFootProps) {
  const isPhone = useIsPhone()
  const turn = (page: number, size: number) => {
    onTurn({ page, pageSize: pageSizeOf(size) })
    document.getElementById('main')?.scrollTo({ top: 0 })
  }
  return (
    <footer className={styles.foot}>
      {texts.total(total)}
      {total > PAGE_SIZES[0] && (
        <Pagination
          size="small"
          current={paging.page}
          pageSize={paging.pageSize}
          total={total}
          showSizeChanger
          showLessItems={isPhone}
          pageSizeOptions={[...PAGE_SIZES]}
          onChange={turn}
        />
      )}
    </footer>
  )
}
