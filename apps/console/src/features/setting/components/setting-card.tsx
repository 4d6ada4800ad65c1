import { CardHead, cardClass, cx } from '@ruwu/ui'
import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import styles from './setting-card.module.css'

type SettingCardProps = {
  icon: LucideIcon
  title: string
  hint: string
  note?: string
} & ({ to: string; onClick?: never } | { to?: never; onClick: () => void })

export function SettingCard({ to, onClick, ...about }: SettingCardProps) {
  const className = cx(cardClass, styles.card)
  const content = (
    <CardHead {...about}>
      <ChevronRight className={styles.go} size={16} strokeWidth={1.75} aria-hidden="true" />
    </CardHead>
  )
  return to === undefined ? (
    <button type="button" className={className} onClick={onClick}>
      {content}
    </button>
  ) : (
    <Link className={className} to={to}>
      {content}
    </Link>
  )
}
