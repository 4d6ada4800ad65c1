import { canCloseEnterprise, CLOSE_TEXTS, formatDateTime, hasPermission, requiredText } from '@ruwu/domain'
import { Banner, Button } from '@ruwu/ui'
import { Input } from 'antd'
import { useState } from 'react'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { Field } from '../../form/field.tsx'
import { TypedNameDialog } from '../../form/typed-name-dialog.tsx'
import { useMyPermissions } from '../permission/index.ts'
import { useClosing, useEnterprise } from './enterprise.queries.ts'
import { texts } from './texts.ts'

/** Whether the agent is 管理员. */
export function useCanClose(): boolean {
  const { data } = useMyPermissions()
  return canCloseEnterprise((permission) => hasPermission(data, permission))
}

export function KeepButton() {
  const { keep } = useClosing()
  return (
    <Button size="sm" busy={keep.isPending} onClick={() => keep.mutate()}>
      {texts.keep}
    </Button>
  )
}

/** On every page while the enterprise is closing. */
export function ClosingBanner() {
  const { data: enterprise } = useEnterprise()
  const canClose = useCanClose()
  if (!enterprise?.closesAt) return null
  const time = formatDateTime(enterprise.closesAt, enterprise.timezone)
  return <Banner title={texts.closing} text={texts.closesAt(time)} action={canClose && <KeepButton />} />
}

export function CloseDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { close } = useClosing()
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Record<string, string | undefined>>({})
  const onError = (error: unknown) => {
    const fields = fieldErrorsOf(error)
    if (Object.keys(fields).length > 0) setErrors(fields)
    else showError(error)
  }
  return (
    <TypedNameDialog
      title={texts.closeTitle}
      what={texts.closeWhat(name)}
      later={texts.closeLater}
      label={texts.typeName}
      name={name}
      isRight={(typed) => typed.trim() === name}
      wrongName={CLOSE_TEXTS.wrongName}
      error={errors.name}
      checkRest={() => {
        setErrors(password ? {} : { password: requiredText(texts.password) })
        return password !== ''
      }}
      submitText={texts.closeStart}
      isRunning={close.isPending}
      onSubmit={(typed) => close.mutate({ name: typed, password }, { onSuccess: onClose, onError })}
      onClose={onClose}
    >
      <Field id="close-password" label={texts.password} required error={errors.password}>
        {(control) => (
          <Input.Password
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setErrors({})
            }}
          />
        )}
      </Field>
    </TypedNameDialog>
  )
}
