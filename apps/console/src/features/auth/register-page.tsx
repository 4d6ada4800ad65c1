import { INSECURE_ADDRESS_TEXT } from '@ruwu/domain'
import { Button, cx } from '@ruwu/ui'
import { CircleAlert } from 'lucide-react'
import { useEffect, type ComponentProps, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { runtimeConfig } from '../../browser/runtime-config.ts'
import { whenIdle } from '../../browser/when-idle.ts'
import { useDocumentTitle } from '../../notify/document-title.ts'
import { isAddressSecure } from '../../session/password-digest.ts'
import { groupedTelephone } from './login-check.ts'
import { LoginFrame, LoginHero } from './login-frame.tsx'
import { PasswordField } from './password-field.tsx'
import { SmsDialog } from './sms-dialog.tsx'
import { TextField } from '../../form/text-field.tsx'
import { texts } from './texts.ts'
import { useRegister } from './use-register.ts'
import card from './login-page.module.css'
import styles from './register-page.module.css'

/** Filling in the form takes longer than this. */
const PRELOAD_AFTER_MS = 2000

/** `preload` loads the code behind the sign-in. */
export function RegisterPage({ preload }: { preload: () => Promise<unknown> }) {
  const { fields, setField, errors, failure, isRunning, cooldown, submit, telephone, sms } = useRegister()
  const isSecure = isAddressSecure()
  const problem = isSecure ? failure : INSECURE_ADDRESS_TEXT
  useDocumentTitle(texts.register)
  useEffect(() => whenIdle(() => void preload().catch(() => {}), PRELOAD_AFTER_MS), [preload])

  const field = (name: 'entName' | 'name' | 'telephone' | 'smsCode' | 'password' | 'confirmPassword') => ({
    id: `register-${name}`,
    label: texts[name],
    value: fields[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => setField(name, event.target.value),
  })
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }

  return (
    <LoginFrame>
      <LoginHero />
      <form className={cx(card.card, styles.card)} onSubmit={onSubmit} noValidate>
        <h1>{texts.register}</h1>
        <div className={styles.fields}>
          <TextField {...field('entName')} autoComplete="organization" maxLength={60} />
          <TextField {...field('name')} autoComplete="name" maxLength={30} />
          <TextField
            {...field('telephone')}
            inputMode="tel"
            autoComplete="tel"
            onBlur={() => {
              const grouped = groupedTelephone(fields.telephone)
              if (grouped !== fields.telephone) setField('telephone', grouped)
            }}
          />
          <TextField
            {...field('smsCode')}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={6}
            hint={sms.note}
            beside={
              <Button size="xl" onClick={sms.ask} disabled={!isSecure || sms.resend.isResting}>
                {sms.resend.text || texts.sendSms}
              </Button>
            }
          />
          <PasswordField {...field('password')} autoComplete="new-password" />
          <PasswordField {...field('confirmPassword')} autoComplete="new-password" />
        </div>
        <Agreement
          checked={fields.agreed}
          error={errors.agreed}
          onChange={(event) => setField('agreed', event.target.checked)}
        />
        {problem && (
          <p className={card.problem} role="alert">
            <CircleAlert size={15} strokeWidth={1.75} aria-hidden="true" />
            {problem}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          size="xl"
          className={card.submit}
          busy={isRunning}
          disabled={!isSecure || cooldown.isResting}
        >
          {isRunning ? texts.registering : cooldown.text || texts.submitRegister}
        </Button>
        <p className={card.foot}>
          {runtimeConfig().demo && texts.demoCloses}
          <Link to="/login">{texts.toLogin}</Link>
        </p>
      </form>
      {sms.isAsking && <SmsDialog telephone={telephone} onSent={sms.onSent} onCancel={sms.stop} />}
    </LoginFrame>
  )
}

/** The documents are links where their addresses are configured. */
function Agreement({ error, ...input }: ComponentProps<'input'> & { error: string | undefined }) {
  const { termsUrl, privacyUrl } = runtimeConfig()
  return (
    <div className={styles.agreement}>
      <label>
        <input
          {...input}
          id="register-agreed"
          type="checkbox"
          aria-invalid={Boolean(error)}
          aria-describedby={error && 'register-agreed-error'}
        />
        <span>
          {texts.agree}
          <Document url={termsUrl} name={texts.terms} />
          <Document url={privacyUrl} name={texts.privacy} />
        </span>
      </label>
      {error && (
        <p id="register-agreed-error" className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function Document({ url, name }: { url: string; name: string }) {
  if (!url) return name
  return (
    <a href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  )
}
