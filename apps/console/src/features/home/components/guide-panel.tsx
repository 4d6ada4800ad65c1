import type { HomeStep } from '@ruwu/contract'
import { Button, Panel } from '@ruwu/ui'
import { Check, ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { useDismiss } from '../home.mutations.ts'
import { useGuide } from '../home.queries.ts'
import { texts } from '../texts.ts'
import styles from './guide-panel.module.css'

/** Onboarding: shown until every step is done or the agent does not want it. */
export function GuidePanel() {
  const { data: steps = [] } = useGuide()
  const dismiss = useDismiss()
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  return (
    <Panel
      className={styles.guide}
      title={texts.guide}
      note={texts.guideDone(done, steps.length)}
      actions={
        <Button variant="link" size="sm" onClick={() => dismiss.mutate({ guide: true })}>
          {texts.hideGuide}
        </Button>
      }
    >
      <ul className={styles.steps}>
        {steps.map((step, index) => (
          <Step key={step.key} step={step} number={index + 1} />
        ))}
      </ul>
    </Panel>
  )
}

function Step({ step: { key, done, path }, number }: { step: HomeStep; number: number }) {
  const { title, hint } = texts.steps[key]
  return (
    <li className={done ? styles.done : undefined}>
      <Link to={path}>
        <span className={styles.mark}>
          {done ? <Check size={14} strokeWidth={2.5} aria-label={texts.stepDone} /> : number}
        </span>
        <span className={styles.words}>
          <b>{title}</b>
          <small>{hint}</small>
        </span>
        {!done && <ChevronRight size={14} aria-hidden="true" />}
      </Link>
    </li>
  )
}
