import { CLOSE_TEXTS, requiredText } from '@ruwu/domain'
import { Input } from 'antd'
import { useState } from 'react'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { Field } from '../../form/field.tsx'
import { TypedNameDialog } from '../../form/typed-name-dialog.tsx'
import { useClosing } from './enterprise.queries.ts'
import { texts } from './texts.ts'

/** 注销企业: confirmed by the enterprise's name and the agent's password. */
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
