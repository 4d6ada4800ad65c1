import { ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useLeaveForm } from '../../form/use-leave-form.ts'
import { SignInList } from './sign-in-list.tsx'
import { texts } from './texts.ts'
import { TotpSection } from './totp-section.tsx'
import { useSignIns, useTotpState } from './totp.queries.ts'
import styles from './security-sheet.module.css'

/** 账号与安全: the agent's own second step and sign-ins. */
export function SecuritySheet({ onClose }: { onClose: () => void }) {
  const [isDirty, setIsDirty] = useState(false)
  const totp = useTotpState()
  const signIns = useSignIns()
  const { close } = useLeaveForm(isDirty, onClose)
  return (
    <SideSheet title={texts.title} width="lg" onClose={close}>
      <section className={styles.section}>
        <h3>{texts.twoStep}</h3>
        <p className={styles.hint}>{texts.twoStepHint}</p>
        {totp.error && !totp.data ? (
          <ErrorBlock message={messageOf(totp.error)} onRetry={totp.refetch} />
        ) : !totp.data ? (
          <SkeletonRows rows={1} disc={false} />
        ) : (
          <TotpSection state={totp.data} onDirty={setIsDirty} />
        )}
      </section>
      <section className={styles.section}>
        <h3>{texts.sessions}</h3>
        <p className={styles.hint}>{texts.sessionsHint}</p>
        {signIns.error && !signIns.data ? (
          <ErrorBlock message={messageOf(signIns.error)} onRetry={signIns.refetch} />
        ) : !signIns.data ? (
          <SkeletonRows rows={3} disc={false} />
        ) : (
          <SignInList signIns={signIns.data} />
        )}
      </section>
    </SideSheet>
  )
}
