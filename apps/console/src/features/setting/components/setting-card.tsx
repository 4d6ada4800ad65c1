import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import styles from './setting-card.module.css'

type SettingCardProps = {
  icon: LucideIcon
  title: string
  hint: string
  note?: string
} & ({ to: string; onClick?: never } | { to?: never; onClick: () => void })

export function SettingCard({ icon: Icon, title, hint, note, to, onClick }: SettingCardProps) {
  const content = (
    <>
      <span className={styles.icon}>
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className={styles.words}>
        <b>
          {title}
          {note && <small>{note}</small>}
        </b>
        <span>{hint}</span>
      </span>
      <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
    </>
  )
  return to === undefined ? (
    <button type="button" className={styles.card} onClick={onClick}>
      {content}
    </button>
  ) : (
    <Link className={styles.card} to={to}>
      {content}
    </Link>
  )
}
