import { Skeleton } from './skeleton.tsx'
import styles from './loading-text.module.css'

/** Words instead of boxes, for places whose shape is not known yet. Visible after 200 ms. */
export function LoadingText({ text = '加载中...' }: { text?: string }) {
  return (
    <div className={styles.place}>
      <Skeleton text={text}>
        <p className={styles.text}>{text}</p>
      </Skeleton>
    </div>
  )
}

export const PageLoading = () => <LoadingText text="页面加载中...." />
