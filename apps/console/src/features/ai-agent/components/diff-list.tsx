import type { AiDiff } from '@ruwu/contract'
import { texts } from '../texts.ts'
import styles from './diff-list.module.css'

/** Changed fields, old and new value. */
export function DiffList({ diff, label }: { diff: AiDiff[]; label: string }) {
  return (
    <dl className={styles.diff} aria-label={label}>
      {diff.map(({ path, before, after }) => (
        <div key={path}>
          <dt>{path}</dt>
          {before !== null && (
            <dd className={styles.before}>
              <span className="sr-only">{texts.before}</span>
              {before}
            </dd>
          )}
          <dd className={styles.after}>
            <span className="sr-only">{texts.after}</span>
            {after ?? texts.nothing}
          </dd>
        </div>
      ))}
    </dl>
  )
}
