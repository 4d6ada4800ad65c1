import { authApi, type Data, type SecondStepDemand } from '@ruwu/contract'
import { readSecondCode, requiredText } from '@ruwu/domain'
import { Button } from '@ruwu/ui'
import { CircleAlert } from 'lucide-react'
import { type SubmitEvent, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { useCooldown } from '../../api/cooldown.ts'
import { fieldErrorsOf, messageOf } from '../../api/errors.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TextField } from '../../form/text-field.tsx'
import { texts } from './texts.ts'
import { TotpSetup } from './totp-setup.tsx'
import styles from './login-page.module.css'

type Opened = Data<typeof authApi.loginSecond>

type SecondStepFormProps = {
  demand: SecondStepDemand
  onSignedIn: (opened: Opened) => void
  /** Back to number and password. */
  onBack: () => void
}

/** The sign-in's second step: a code, or first the set-up that the agent's role demands. */
export function SecondStepForm({ demand, onSignedIn, onBack }: SecondStepFormProps) {
  const { code, setCode, error, failure, isRunning, cooldown, opened, submit } = useSecondStep(demand, onSignedIn)
  useEffect(focusCode, [])
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  if (opened)
    return (
      <section className={styles.card}>
        <h1>{texts.recoveryCodes}</h1>
        <RecoveryCodes codes={opened.recoveryCodes} />
        <Button variant="primary" size="xl" className={styles.submit} onClick={() => onSignedIn(opened)}>
          {texts.codesSaved}
        </Button>
      </section>
    )
  return (
    <form className={styles.card} onSubmit={onSubmit} noValidate>
      <h1>{demand.setup ? texts.totpSetup : texts.twoStep}</h1>
      {demand.setup && <TotpSetup {...demand.setup} />}
      <TextField
        id="login-code"
        label={texts.code}
        hint={demand.setup ? texts.setupCodeHint : texts.codeHint}
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        error={error}
        onChange={(event) => setCode(event.target.value)}
      />
      {failure && (
        <p className={styles.problem} role="alert">
          <CircleAlert size={15} strokeWidth={1.75} aria-hidden="true" />
          {failure}
        </p>
      )}
      <Button
        type="submit"
        variant="primary"
        size="xl"
        className={styles.submit}
        busy={isRunning}
        disabled={cooldown.isResting}
      >
        {isRunning ? texts.loggingIn : cooldown.text || texts.verify}
      </Button>
      <p className={styles.foot}>
        <Button variant="link" onClick={onBack}>
          {texts.backToPassword}
        </Button>
      </p>
    </form>
  )
}

const focusCode = () => document.getElementById('login-code')?.focus()

function useSecondStep({ challenge }: SecondStepDemand, onSignedIn: (opened: Opened) => void) {
  const [code, setTyped] = useState('')
  const [error, setError] = useState('')
  const [failure, setFailure] = useState('')
  const [isRunning, setIsRunning] = useState(false)
  const [opened, setOpened] = useState<Opened>()
  const cooldown = useCooldown()
  const setCode = (value: string) => {
    setTyped(value)
    setError('')
  }

  async function submit() {
    if (isRunning || cooldown.isResting) return
    setFailure('')
    if (!readSecondCode(code)) {
      setError(code.trim() ? texts.codeFormat : requiredText(texts.code))
      focusCode()
      return
    }
    setIsRunning(true)
    try {
      const answer = await call(authApi.loginSecond, { body: { challenge, code } })
      // Shown before the console opens: they cannot be read again.
      if (answer.recoveryCodes.length > 0) setOpened(answer)
      else onSignedIn(answer)
    } catch (problem) {
      const { code: refused } = fieldErrorsOf(problem)
      setError(refused ?? '')
      setFailure(refused ? '' : messageOf(problem))
      cooldown.startFor(problem)
      focusCode()
    } finally {
      setIsRunning(false)
    }
  }

  return { code, setCode, error: error || undefined, failure, isRunning, cooldown, opened, submit }
}
