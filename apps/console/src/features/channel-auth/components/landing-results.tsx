import { Button, buttonClass } from '@ruwu/ui'
import { CircleCheck, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { logout } from '../../auth/index.ts'
import { skipLanding } from '../landing-redirect.ts'
import { texts } from '../texts.ts'
import styles from './result-card.module.css'

export function BoundResult({ text, onMore }: { text: string; onMore: () => void }) {
  return (
    <section className={styles.card}>
      <CircleCheck className={styles.good} size={44} strokeWidth={1.5} aria-hidden="true" />
      <output>
        <h1>{texts.done}</h1>
        <p>{text}</p>
      </output>
      <div className={styles.actions}>
        <Link className={buttonClass({ variant: 'primary', size: 'xl' })} to="/channel">
          {texts.enter}
        </Link>
        <Button size="xl" onClick={onMore}>
          {texts.bindMore}
        </Button>
      </div>
    </section>
  )
}

/** For agents without the permission to bind accounts, while the enterprise has none. */
export function NotBound() {
  return (
    <section className={styles.card}>
      <Lock size={44} strokeWidth={1.25} aria-hidden="true" />
      <h1 className={styles.sentence}>{texts.notBound}</h1>
      <div className={styles.actions}>
        <Link className={buttonClass({ size: 'xl' })} to="/home" onClick={skipLanding}>
          {texts.enter}
        </Link>
        <Button size="xl" variant="ghost" onClick={logout}>
          {texts.logout}
        </Button>
      </div>
    </section>
  )
}
