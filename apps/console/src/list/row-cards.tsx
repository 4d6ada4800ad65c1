import type { ReactNode } from 'react'
import styles from './row-cards.module.css'

/** A table on a phone: one card per row. */
export const RowCards = ({ children }: { children: ReactNode }) => <ul className={styles.cards}>{children}</ul>

type RowCardProps = {
  title: ReactNode
  /** At the end of the first line. */
  value: ReactNode
  /** Small facts below, a `span` each. */
  children: ReactNode
  foot?: ReactNode
}

export const RowCard = ({ title, value, children, foot }: RowCardProps) => (
  <li>
    <div className={styles.line}>
      <span>{title}</span>
      <b>{value}</b>
    </div>
    <p className={styles.facts}>{children}</p>
    {foot}
  </li>
)
