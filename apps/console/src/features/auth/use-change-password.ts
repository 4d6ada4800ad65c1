import { agentApi } from '@ruwu/contract'
import { validatePasswordChange, type PasswordChange, type PasswordChangeErrors } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useEffect, useState } from 'react'
import { call } from '../../api/call.ts'
import { useCooldown } from '../../api/cooldown.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { passwordDigest } from '../../session/password-digest.ts'
import { replaceToken } from '../../session/session.ts'
import { texts } from './texts.ts'

/** The server ends the agent's other sessions; this one continues under the token of the response. */
export function useChangePassword(onChanged: () => void) {
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
