import type { ReactNode } from 'react'
import styles from './panel-section.module.css'

type SectionProps = { title: string; action?: ReactNode; children: ReactNode }

/** A titled section of the panel with an optional action. */
export const Section = ({ title, action, children }: SectionProps) => (
  <section>
    <div className={styles.head}>
      <h3>{title}</h3>
      {action}
    </div>
    {children}
  </section>
)

type SectionButtonProps = { onClick: () => void; label?: string; children: ReactNode }

export const SectionButton = ({ onClick, label, children }: SectionButtonProps) => (
  <button type="button" className={styles.action} aria-label={label} onClick={onClick}>
    {children}
  </button>
)

export const SectionEmpty = ({ text }: { text: string }) => <p className={styles.empty}>{text}</p>
