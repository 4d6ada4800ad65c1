import { ArrowRight } from 'lucide-react'
import { texts } from '../texts.ts'
import styles from './change-sheet.module.css'

/** What a value was and is; where there was or is none, only the other. */
export function ChangedValue({ before, after }: { before: string; after: string }) {
  if (before === '') return <span className={styles.after}>{texts.setTo(after)}</span>
  if (after === '') return <span className={styles.after}>{texts.emptied(before)}</span>
  return (
    <>
      <span>{before}</span>
      <ArrowRight size={13} aria-hidden="true" />
      <span className={styles.after}>{after}</span>
    </>
  )
}
