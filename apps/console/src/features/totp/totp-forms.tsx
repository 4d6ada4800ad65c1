import { totpApi, type Data } from '@ruwu/contract'
import { readSecondCode, requiredText } from '@ruwu/domain'
import { Button, toast } from '@ruwu/ui'
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { useCooldown } from '../../api/cooldown.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { passwordDigest } from '../../session/password-digest.ts'
import { TextField } from '../../form/text-field.tsx'
import { PasswordField, TotpSetup } from '../auth/index.ts'
import { texts } from './texts.ts'
import styles from './security-sheet.module.css'

type Fields = { password: string; code: string }
type FieldName = keyof Fields

/** Password first, then the secret with its first code. */
export function EnableForm({ onDone, onCancel }: { onDone: (codes: string[]) => void; onCancel: () => void }) {
  const [begun, setBegun] = useState<Data<typeof totpApi.begin>>()
  const form = useCodeForm(begun ? ['code'] : ['password'], async ({ password, code }) => {
    if (!begun) return setBegun(await call(totpApi.begin, { body: { password: await passwordDigest(password) } }))
    const { recoveryCodes } = await call(totpApi.enable, { body: { setup: begun.setup, code } })
    toast.success(texts.turnedOn)
    onDone(recoveryCodes)
  })
  useEffect(() => {
    if (begun) focusField('totp-code')
  }, [begun])
  return (
    <CodeForm form={form} submitText={begun ? texts.turnOn : texts.next} onCancel={onCancel}>
      {begun ? (
        <>
          <TotpSetup secret={begun.secret} uri={begun.uri} />
          <CodeField form={form} hint={texts.setupCodeHint} />
        </>
      ) : (
        <PasswordInput form={form} />
      )}
    </CodeForm>
  )
}

type ConfirmFormProps = {
  kind: 'disable' | 'renew'
  /** With new recovery codes, if any. */
  onDone: (codes: string[] | undefined) => void
  onCancel: () => void
}

export function ConfirmForm({ kind, onDone, onCancel }: ConfirmFormProps) {
  const form = useCodeForm(['password', 'code'], async (fields) => {
    const body = { password: await passwordDigest(fields.password), code: fields.code }
    if (kind === 'renew') return onDone((await call(totpApi.renewCodes, { body })).recoveryCodes)
    await call(totpApi.disable, { body })
    toast.success(texts.turnedOff)
    onDone(undefined)
  })
  return (
    <CodeForm form={form} submitText={texts.confirm} onCancel={onCancel}>
      <p className={styles.hint}>{kind === 'renew' ? texts.renewHint : texts.turnOffHint}</p>
      <PasswordInput form={form} />
      <CodeField form={form} hint={texts.codeHint} />
    </CodeForm>
  )
}

const focusField = (id: string) => document.getElementById(id)?.focus()

type CodeFormState = ReturnType<typeof useCodeForm>

/** Checks the asked fields, then sends; refusals are shown at their field. */
function useCodeForm(asked: readonly FieldName[], send: (fields: Fields) => Promise<void>) {
  const [fields, setFields] = useState<Fields>({ password: '', code: '' })
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})
  const [isRunning, setIsRunning] = useState(false)
  const cooldown = useCooldown()
  const setField = (name: FieldName, value: string) => {
    setFields((old) => ({ ...old, [name]: value }))
    setErrors((old) => ({ ...old, [name]: undefined }))
  }

  const problemOf = (name: FieldName) => {
    if (!fields[name].trim()) return requiredText(texts[name])
    return name === 'code' && !readSecondCode(fields.code) ? texts.codeFormat : undefined
  }

  async function submit() {
    if (isRunning || cooldown.isResting) return
    const bad = Object.fromEntries(asked.map((name) => [name, problemOf(name)]))
    setErrors(bad)
    if (Object.values(bad).some(Boolean)) return
    setIsRunning(true)
    try {
      await send(fields)
    } catch (error) {
      cooldown.startFor(error)
      const { password, code } = fieldErrorsOf(error)
      setErrors({ password, code })
      if (!password && !code) showError(error)
    } finally {
      setIsRunning(false)
    }
  }

  return { fields, errors, setField, isRunning, cooldown, submit }
}

type CodeFormProps = { form: CodeFormState; submitText: string; onCancel: () => void; children: ReactNode }

function CodeForm({ form, submitText, onCancel, children }: CodeFormProps) {
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void form.submit()
  }
  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      {children}
      <div className={styles.actions}>
        <Button onClick={onCancel}>{texts.cancel}</Button>
        <Button type="submit" variant="primary" busy={form.isRunning} disabled={form.cooldown.isResting}>
          {form.cooldown.text || submitText}
        </Button>
      </div>
    </form>
  )
}

function PasswordInput({ form }: { form: CodeFormState }) {
  useEffect(() => focusField('totp-password'), [])
  return (
    <PasswordField
      id="totp-password"
      label={texts.password}
      autoComplete="current-password"
      value={form.fields.password}
      error={form.errors.password}
      onChange={(event) => form.setField('password', event.target.value)}
    />
  )
}

const CodeField = ({ form, hint }: { form: CodeFormState; hint: string }) => (
  <TextField
    id="totp-code"
    label={texts.code}
    hint={hint}
    autoComplete="one-time-code"
    maxLength={40}
    value={form.fields.code}
    error={form.errors.code}
    onChange={(event) => form.setField('code', event.target.value)}
  />
)
