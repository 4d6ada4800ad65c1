import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import styles from './back-link.module.css'

/** Link of a page's head to the page above it. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link className={styles.back} to={to} aria-label={label} title={label}>
      <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  )
}
