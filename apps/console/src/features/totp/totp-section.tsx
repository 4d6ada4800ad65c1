import type { TotpState } from '@ruwu/contract'
import { Button, StatusLabel } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { RecoveryCodes } from '../auth/index.ts'
import { texts } from './texts.ts'
import { ConfirmForm, EnableForm } from './totp-forms.tsx'
import { totpKeys } from './totp.queries.ts'
import styles from './security-sheet.module.css'

type Step = { kind: 'view' } | { kind: 'enable' | 'disable' | 'renew' } | { kind: 'codes'; codes: string[] }

type TotpSectionProps = {
  state: TotpState
  /** Whether closing would lose something: an open form, or codes that cannot be shown again. */
  onDirty: (isDirty: boolean) => void
}

/** State of the second step, and one of its forms at a time. */
export function TotpSection({ state, onDirty }: TotpSectionProps) {
  const [step, setStep] = useState<Step>({ kind: 'view' })
  const cache = useQueryClient()
  const show = (next: Step) => {
    setStep(next)
    onDirty(next.kind !== 'view')
    void cache.invalidateQueries({ queryKey: totpKeys.state })
  }
  const close = () => show({ kind: 'view' })

  switch (step.kind) {
    case 'enable':
      return <EnableForm onDone={(codes) => show({ kind: 'codes', codes })} onCancel={close} />
    case 'disable':
    case 'renew':
      return (
        <ConfirmForm
          kind={step.kind}
          onDone={(codes) => show(codes ? { kind: 'codes', codes } : { kind: 'view' })}
          onCancel={close}
        />
      )
    case 'codes':
      return (
        <>
          <h4 className={styles.subtitle}>{texts.recoveryCodes}</h4>
          <RecoveryCodes codes={step.codes} />
          <Button variant="primary" onClick={close}>
            {texts.saved}
          </Button>
        </>
      )
    case 'view':
      return <TotpView state={state} onStep={(kind) => show({ kind })} />
  }
}

type TotpViewProps = { state: TotpState; onStep: (kind: 'enable' | 'disable' | 'renew') => void }

function TotpView({ state: { enabledAt, isRequired, recoveryLeft }, onStep }: TotpViewProps) {
  const isOn = enabledAt !== null
  return (
    <div className={styles.state}>
      <span className={styles.facts}>
        <StatusLabel tone={isOn ? 'success' : 'quiet'} icon={isOn ? ShieldCheck : ShieldOff}>
          {isOn ? texts.on : texts.off}
        </StatusLabel>
        {isOn && <small>{texts.left(recoveryLeft)}</small>}
        {isRequired && <small>{texts.required}</small>}
      </span>
      <span className={styles.actions}>
        {!isOn && (
          <Button variant="primary" onClick={() => onStep('enable')}>
            {texts.turnOn}
          </Button>
        )}
        {isOn && <Button onClick={() => onStep('renew')}>{texts.renew}</Button>}
        {isOn && !isRequired && <Button onClick={() => onStep('disable')}>{texts.turnOff}</Button>}
      </span>
    </div>
  )
}
