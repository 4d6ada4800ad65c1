import { INSECURE_ADDRESS_TEXT, isRegistrationOpen } from '@ruwu/domain'
import { Button, cx } from '@ruwu/ui'
import { CircleAlert } from 'lucide-react'
import { useEffect, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { whenIdle } from '../../browser/when-idle.ts'
import { useDocumentTitle } from '../../notify/document-title.ts'
import { isAddressSecure } from '../../session/password-digest.ts'
import { CaptchaField } from './captcha-field.tsx'
import { groupedTelephone } from './login-check.ts'
import { LoginFrame, LoginHero } from './login-frame.tsx'
import { PasswordField } from './password-field.tsx'
import { SecondStepForm } from './second-step-form.tsx'
import { TextField } from '../../form/text-field.tsx'
import { texts } from './texts.ts'
import { useLogin } from './use-login.ts'
import styles from './login-page.module.css'

/** Typing a number and password takes longer than this. */
const PRELOAD_AFTER_MS = 2000

type LoginPageProps = {
  /** Loads the code behind the sign-in. */
  preload: () => Promise<unknown>
  /** What the sign-in is for, where it is not for the console. */
  purpose?: string
}

export function LoginPage({ preload, purpose }: LoginPageProps) {
  const login = useLogin()
  const { fields, setField, errors, failure, isRunning, needsNewPassword, captcha, cooldown } = login
  const { registerDisabled, isEmpty } = runtimeConfig()
  const canRegister = isRegistrationOpen(registerDisabled)
  const isSecure = isAddressSecure()
  const problem = isSecure ? failure : INSECURE_ADDRESS_TEXT
  const label = isRunning ? texts.loggingIn : cooldown.text || texts.login
  useDocumentTitle(texts.login)
  useEffect(() => whenIdle(() => void preload().catch(() => {}), PRELOAD_AFTER_MS), [preload])

  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void login.submit()
  }

  if (login.secondStep)
    return (
      <LoginFrame>
        <LoginHero />
        <SecondStepForm
          demand={login.secondStep}
          onSignedIn={(opened) => void login.enter(opened)}
          onBack={login.leaveSecondStep}
        />
      </LoginFrame>
    )
  return (
    <LoginFrame>
      <LoginHero />
      <form className={styles.card} onSubmit={onSubmit} noValidate>
        <h1>{texts.login}</h1>
        {purpose && <p className={styles.purpose}>{purpose}</p>}
        <TextField
          id="login-telephone"
          label={texts.telephone}
          inputMode="tel"
          autoComplete="username"
          value={fields.telephone}
          error={errors.telephone}
          onChange={(event) => setField('telephone', event.target.value)}
          onBlur={() => {
            const grouped = groupedTelephone(fields.telephone)
            if (grouped !== fields.telephone) setField('telephone', grouped)
          }}
        />
        <PasswordField
          id="login-password"
          label={texts.password}
          autoComplete="current-password"
          value={fields.password}
          error={errors.password}
          onChange={(event) => setField('password', event.target.value)}
        />
        {needsNewPassword &&
          (['newPassword', 'confirmPassword'] as const).map((name) => (
            <PasswordField
              key={name}
              id={`login-${name}`}
              label={texts[name]}
              autoComplete="new-password"
              value={fields[name]}
              error={errors[name]}
              onChange={(event) => setField(name, event.target.value)}
            />
          ))}
        {captcha.isNeeded && (
          <CaptchaField
            id="login-captchaCode"
            value={fields.captchaCode}
            error={errors.captchaCode}
            onChange={(value) => setField('captchaCode', value)}
            captcha={captcha}
          />
        )}
        {problem && (
          <p className={styles.problem} role="alert">
            <CircleAlert size={15} strokeWidth={1.75} aria-hidden="true" />
            {problem}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          size="xl"
          className={cx(styles.submit, label === texts.login && styles.spaced)}
          busy={isRunning}
          disabled={!isSecure || cooldown.isResting}
        >
          {label}
        </Button>
        <p className={styles.foot}>
          {texts.forgot}
          {canRegister && !purpose && <Link to="/register">{texts.register}</Link>}
        </p>
      </form>
      {isEmpty && <FirstSteps canRegister={canRegister} />}
    </LoginFrame>
  )
}

/** How to begin while there is no enterprise. */
function FirstSteps({ canRegister }: { canRegister: boolean }) {
  return (
    <section className={styles.steps} aria-label={texts.firstSteps}>
      <h2>{texts.firstSteps}</h2>
      {canRegister && (
        <p>
          <Link to="/register">{texts.registerFirst}</Link>
          {texts.registerFirstHint}
        </p>
      )}
      <p>{canRegister ? texts.orCommand : texts.byCommand}</p>
      <code>{texts.command}</code>
    </section>
  )
}
