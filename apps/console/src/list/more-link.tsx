import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import styles from './more-link.module.css'

/** In the head of a panel: the page that has all of what the panel shows. */
export const MoreLink = ({ to, children }: { to: string; children: string }) => (
  <Link className={styles.more} to={to}>
    {children}
    <ChevronRight size={15} aria-hidden="true" />
  </Link>
)
