import type { ReactNode } from 'react'
import { Link } from 'react-router'
import styles from './list-link.module.css'

/** A figure that opens what it counted; its text alone where there is no list. */
export const ListLink = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to ? (
    <Link className={styles.link} to={to}>
      {children}
    </Link>
  ) : (
    children
  )
