import type { ImportResult } from '@ruwu/contract'
import { formatNumber } from '@ruwu/domain'
import { texts } from './texts.ts'
import styles from './import-result.module.css'

/** Longer lists of errors are truncated. */
const PROBLEMS_SHOWN = 100

type ImportResultViewProps = {
  result: ImportResult
  labels: { title: string; success: string; duplicates: string; failed: string }
}

/** Result of the dry run: valid rows, duplicates, and the error of each other row. */
export function ImportResultView({ result: { success, duplicates, failed }, labels }: ImportResultViewProps) {
  const counts = [
    { name: labels.success, value: success },
    { name: labels.duplicates, value: duplicates },
    { name: labels.failed, value: failed.length },
  ]
  return (
    <section className={styles.verdict} aria-label={labels.title} aria-live="polite">
      <dl>
        {counts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {failed.length > 0 && (
        <ul>
          {failed.slice(0, PROBLEMS_SHOWN).map(({ row, msg }) => (
            <li key={`${row} ${msg}`}>
              <b>{texts.rowProblem(row)}</b>
              {msg}
            </li>
          ))}
        </ul>
      )}
      {failed.length > PROBLEMS_SHOWN && (
        <p>{texts.problemsShown(formatNumber(PROBLEMS_SHOWN), formatNumber(failed.length))}</p>
      )}
    </section>
  )
}
