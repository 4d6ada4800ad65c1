import type { ReactNode } from 'react'
import styles from './page-head.module.css'

type PageHeadProps = {
  title: string
  /** Before the title, usually a back link. */
  start?: ReactNode
  actions?: ReactNode
  /** Second line: tabs. */
  tabs?: ReactNode
}

/** The white head of a list or settings page. */
export function PageHead({ title, start, actions, tabs }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.line}>
        {start}
        <h1>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {tabs}
    </header>
  )
}
