import { CircleAlert } from 'lucide-react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import styles from './state-block.module.css'

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What a crashed part shows instead of itself. */
export function Crash({ error, onReload }: { error: unknown; onReload: () => void }) {
  return (
    <div className={cx(styles.block, styles.error)} role="alert">
      <CircleAlert size={40} strokeWidth={1.25} aria-hidden="true" />
      <p>异常：{messageOf(error)}</p>
      <Button onClick={onReload}>点击重新加载</Button>
    </div>
  )
}
