import { Button } from '@ruwu/ui'
import styles from './more-button.module.css'
import { texts } from './texts.ts'

/** Loads the next page of a cursor-paged list. Apart from the pagination, which would bring antd's into /chat. */
export function MoreButton({ isFetching, onClick }: { isFetching: boolean; onClick: () => void }) {
  return (
    <div className={styles.more}>
      <Button variant="ghost" size="sm" busy={isFetching} onClick={onClick}>
        {texts.more}
      </Button>
    </div>
  )
}
