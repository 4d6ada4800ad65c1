import { ArrowRight } from 'lucide-react'
import { texts } from '../texts.ts'
import styles from './change-sheet.module.css'

/** Old and new value; only one of them when the other is empty. */
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
