import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './card.module.css'
import { cx } from './cx.ts'

/** A page of cards, as many beside each other as there is room for. */
export const Cards = ({ wide = false, children }: { wide?: boolean; children: ReactNode }) => (
  <div className={cx(styles.cards, wide && styles.wide)}>{children}</div>
)

/** The box of a card, whichever element it is: a part of the page, a button or a link. */
export const cardClass = styles.card

type CardHeadProps = {
  icon: LucideIcon
  title: string
  hint: string
  note?: string | undefined
  /** A heading of the page; left out inside a button or a link, where none may be. */
  heading?: boolean
  /** What stands at its end. */
  children?: ReactNode
}

/** What a card is about: a sign, a name and a sentence. */
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
