import { agentApi } from '@ruwu/contract'
import { validatePasswordChange, type PasswordChange, type PasswordChangeErrors } from '@ruwu/domain'
import { Button, SideSheet, toast } from '@ruwu/ui'
import { type SubmitEvent, useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { useCooldown } from '../../api/cooldown.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { useLeaveForm } from '../../form/use-leave-form.ts'
import { passwordDigest } from '../../session/password-digest.ts'
import { replaceToken } from '../../session/session.ts'
import { PasswordField } from './password-field.tsx'
import { texts } from './texts.ts'
import styles from './change-password-sheet.module.css'

const FORM_ID = 'change-password'

const fieldsInOrder = [
  { name: 'oldPassword', label: texts.oldPassword, autoComplete: 'current-password' },
  { name: 'newPassword', label: texts.newPassword, autoComplete: 'new-password' },
  { name: 'confirmPassword', label: texts.confirmPassword, autoComplete: 'new-password' },
] as const

export function ChangePasswordSheet({ onClose }: { onClose: () => void }) {
  const { fields, errors, isRunning, cooldown, setField, submit } = useChangePassword(onClose)
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  const { close } = useLeaveForm(
    Object.values(fields).some((it) => it !== ''),
    onClose,
  )
  return (
    <SideSheet
      title={texts.changePassword}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button type="submit" form={FORM_ID} variant="primary" busy={isRunning} disabled={cooldown.isResting}>
            {cooldown.text || texts.confirm}
          </Button>
        </>
      }
    >
      <form id={FORM_ID} className={styles.form} onSubmit={onSubmit} noValidate>
        {fieldsInOrder.map(({ name, label, autoComplete }) => (
          <PasswordField
            key={name}
            id={`password-${name}`}
            label={label}
            autoComplete={autoComplete}
            data-autofocus={name === 'oldPassword' || undefined}
            value={fields[name]}
            error={errors[name]}
            onChange={(event) => setField(name, event.target.value)}
          />
        ))}
      </form>
    </SideSheet>
  )
}

/** The server ends the agent's other sessions; this one continues under the token of the response. */
function useChangePassword(onChanged: () => void) {
  const [fields, setFields] = useState<PasswordChange>({ oldPassword: '', newPassword: '', confirmPassword: '' })
  const [errors, setErrors] = useState<PasswordChangeErrors>({})
  const [isRunning, setIsRunning] = useState(false)
  const cooldown = useCooldown()

  const setField = (name: keyof PasswordChange, value: string) => {
    setFields((old) => ({ ...old, [name]: value }))
    setErrors((old) => ({ ...old, [name]: undefined }))
  }

  async function submit() {
    if (isRunning || cooldown.isResting) return
    const bad = validatePasswordChange(fields)
    setErrors(bad)
    if (Object.keys(bad).length > 0) return
    setIsRunning(true)
    try {
      const [oldpassword, newPassword] = await Promise.all([
        passwordDigest(fields.oldPassword),
        passwordDigest(fields.newPassword),
      ])
      const { token } = await call(agentApi.changeOwnPassword, { body: { oldpassword, newPassword } })
      replaceToken(token)
      toast.success(texts.passwordChanged)
      onChanged()
    } catch (error) {
      cooldown.startFor(error)
      const { oldpassword, newPassword } = fieldErrorsOf(error)
      if (oldpassword ?? newPassword) setErrors({ oldPassword: oldpassword, newPassword })
      else {
        showError(error)
        // The submit button may be disabled by the cooldown, so focus moves to the field.
        document.getElementById('password-oldPassword')?.focus()
      }
    } finally {
      setIsRunning(false)
    }
  }

  useEffect(() => {
    const first = Object.entries(errors).find(([, message]) => message)
    if (first) document.getElementById(`password-${first[0]}`)?.focus()
  }, [errors])

  return { fields, errors, isRunning, cooldown, setField, submit }
}
