import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './card.module.css'
import { cx } from './cx.ts'

/** A responsive grid of cards. */
export const Cards = ({ wide = false, children }: { wide?: boolean; children: ReactNode }) => (
  <div className={cx(styles.cards, wide && styles.wide)}>{children}</div>
)

/** Class of a card's box, for a section, button or link. */
export const cardClass = styles.card

type CardHeadProps = {
  icon: LucideIcon
  title: string
  hint: string
  note?: string | undefined
  /** Render the title as a heading; not inside a button or link. */
  heading?: boolean
  /** Content at the end of the line. */
  children?: ReactNode
}

/** Head of a card: icon, title, hint. */
export function CardHead({ icon: Icon, title, hint, note, heading = false, children }: CardHeadProps) {
  const Box = heading ? 'div' : 'span'
  const Title = heading ? 'h2' : 'b'
  return (
    <Box className={styles.head}>
      <span className={styles.icon}>
        <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <Box className={styles.words}>
        <Title className={styles.title}>
          {title}
          {note && <small>{note}</small>}
        </Title>
        <span className={styles.hint}>{hint}</span>
      </Box>
      {children}
    </Box>
  )
}
