import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { texts } from '../texts.ts'
import styles from './back-link.module.css'

/** Link from a settings page to the overview. */
export function BackLink({ to = '/setting', label = texts.back }: { to?: string; label?: string }) {
  return (
    <Link className={styles.back} to={to} aria-label={label} title={label}>
      <ChevronLeft size={20} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  )
}
