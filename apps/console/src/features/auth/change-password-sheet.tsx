import { Button, SideSheet } from '@ruwu/ui'
import type { SubmitEvent } from 'react'
import { leaveForm } from '../../form/leave-form.ts'
import styles from './change-password-sheet.module.css'
import { PasswordField } from './password-field.tsx'
import { texts } from './texts.ts'
import { useChangePassword } from './use-change-password.ts'

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
  const close = () =>
    leaveForm(
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
