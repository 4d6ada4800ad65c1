import type { Source } from '@ruwu/contract'
import { Check } from 'lucide-react'
import { checks, conditions, texts } from '../texts.ts'
import styles from './source-guide.module.css'

/** Requirements, steps and result of binding an account of a source. */
export function SourceGuide({ source, withChecks = false }: { source: Source; withChecks?: boolean }) {
  return (
    <div className={styles.guide}>
      <section>
        <h3>{texts.conditionTitle}</h3>
        <p>{conditions[source]}</p>
      </section>
      <section>
        <h3>{texts.stepTitle}</h3>
        <ol className={styles.steps}>
          {texts.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </section>
      <section>
        <h3>{texts.permissionTitle}</h3>
        <ul className={styles.permissions}>
          {texts.permissions.map((permission) => (
            <li key={permission}>
              <Check size={14} strokeWidth={2} aria-hidden="true" />
              {permission}
            </li>
          ))}
        </ul>
      </section>
      {withChecks && (
        <section>
          <h3>{texts.checkTitle}</h3>
          <ul className={styles.checks}>
            {checks[source].map(({ title, hint }) => (
              <li key={title}>
                <b>{title}</b>
                <span>{hint}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
