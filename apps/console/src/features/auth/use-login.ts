import { CaptchaDemand, ERRORS, SecondStepDemand, authApi, type SignedIn } from '@ruwu/contract'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useCooldown } from '../../api/cooldown.ts'
import { ResultError, SessionEnded, fieldErrorsOf, messageOf } from '../../api/errors.ts'
import { pathAfterLogin } from '../../routing/sign-in-path.ts'
import { passwordDigest } from '../../session/password-digest.ts'
import { broadcastSession } from '../../session/session-tabs.ts'
import { writeSession } from '../../session/session.ts'
import { useCaptcha } from './captcha-field.tsx'
import { checkLogin, plainTelephone, type LoginErrors, type LoginFields } from './login-check.ts'

const EMPTY: LoginFields = { telephone: '', password: '', newPassword: '', confirmPassword: '', captchaCode: '' }

/** State of the sign-in form. */
export function useLogin() {
  const [fields, setFields] = useState<LoginFields>(EMPTY)
  const [errors, setErrors] = useState<LoginErrors>({})
  const [failure, setFailure] = useState('')
  const [isRunning, setIsRunning] = useState(false)
  /** The password is a one-time one, to be replaced at this sign-in. */
  const [needsNewPassword, setNeedsNewPassword] = useState(false)
  /** The password was right, a code is needed. */
  const [secondStep, setSecondStep] = useState<SecondStepDemand>()
  const captcha = useCaptcha()
  const cooldown = useCooldown()
  const navigate = useNavigate()
  const location = useLocation()

  const setField = (name: keyof LoginFields, value: string) => {
    setFields((old) => ({ ...old, [name]: value }))
    setErrors((old) => ({ ...old, [name]: undefined }))
    // The rate limit is per account, and another number is another account.
    if (name === 'telephone' && plainTelephone(value) !== plainTelephone(fields.telephone)) {
      cooldown.end()
      setFailure('')
      setNeedsNewPassword(false)
    }
  }

  async function submit() {
    if (isRunning || cooldown.isResting) return
    const bad = checkLogin(fields, { captcha: captcha.isNeeded, newPassword: needsNewPassword })
    setErrors(bad)
    setFailure('')
    if (Object.keys(bad).length > 0) return
    setIsRunning(true)
    try {
      await enter(await call(authApi.login, { body: await toBody() }))
    } catch (error) {
      refuse(error)
    } finally {
      setIsRunning(false)
    }
  }

  async function enter(signedIn: SignedIn) {
    writeSession(signedIn)
    broadcastSession('started')
    await navigate(pathAfterLogin(location), { replace: true })
  }

  /** Discards the challenge of the second step and clears the password field. */
  function leaveSecondStep() {
    setSecondStep(undefined)
    setField('password', '')
  }

  const toBody = async () => ({
    telephone: plainTelephone(fields.telephone),
    password: await passwordDigest(fields.password),
    ...(needsNewPassword && { newPassword: await passwordDigest(fields.newPassword) }),
    ...(captcha.isNeeded && { captchaId: captcha.image?.captchaId, captchaCode: fields.captchaCode.trim() }),
  })

  function refuse(error: unknown) {
    const demand = secondStepOf(error)
    if (demand) return setSecondStep(demand)
    const { telephone, password, newPassword, captchaCode } = fieldErrorsOf(error)
    setErrors({ telephone, password, newPassword, captchaCode })
    if (newPassword) setNeedsNewPassword(true)
    const isAboutFields = Boolean(telephone ?? password ?? newPassword ?? captchaCode)
    setFailure(isAboutFields || error instanceof SessionEnded ? '' : messageOf(error))
    cooldown.startFor(error)
    // A wrong password is selected, so typing replaces it.
    if (isWrongPassword(error)) selectField('login-password')
    // A captcha is valid for one attempt.
    if (captcha.isNeeded || captchaCode || demandsCaptcha(error)) {
      setFields((old) => ({ ...old, captchaCode: '' }))
      void captcha.renew()
    }
  }

  useEffect(() => document.getElementById('login-telephone')?.focus(), [])

  // Focuses the first invalid field after its message has rendered.
  useEffect(() => {
    const first = Object.entries(errors).find(([, message]) => message)
    if (first) document.getElementById(`login-${first[0]}`)?.focus()
  }, [errors])

  return {
    fields,
    setField,
    errors,
    failure,
    isRunning,
    needsNewPassword,
    captcha,
    cooldown,
    submit,
    secondStep,
    enter,
    leaveSecondStep,
  }
}

const secondStepOf = (error: unknown) =>
  error instanceof ResultError && error.code === ERRORS.secondStep.code
    ? SecondStepDemand.safeParse(error.data).data
    : undefined

const isWrongPassword = (error: unknown) =>
  error instanceof ResultError && (error.code === ERRORS.wrongCredentials.code || error.code === ERRORS.tooOften.code)

function selectField(id: string) {
  const field = document.getElementById(id)
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

function demandsCaptcha(error: unknown): boolean {
  const demand = CaptchaDemand.safeParse(error instanceof ResultError ? error.data : undefined)
  return demand.success && demand.data.captchaRequired
}
