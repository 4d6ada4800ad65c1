import { registerApi, type SmsSent } from '@ruwu/contract'
import { SMS_RESEND_SECONDS, SMS_TEXTS } from '@ruwu/domain'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { useCooldown } from '../../api/cooldown.ts'
import { fieldErrorsOf, messageOf } from '../../api/errors.ts'
import { passwordDigest } from '../../session/password-digest.ts'
import { broadcastSession } from '../../session/session-tabs.ts'
import { writeSession } from '../../session/session.ts'
import { groupedTelephone, plainTelephone } from './login-check.ts'
import { checkRegistration, telephoneError, type RegisterErrors, type RegisterFields } from './register-check.ts'
import { texts } from './texts.ts'

const EMPTY: RegisterFields = {
  entName: '',
  name: '',
  telephone: '',
  smsCode: '',
  password: '',
  confirmPassword: '',
  agreed: false,
}

/** State of the registration form. */
export function useRegister() {
  const [fields, setFields] = useState(EMPTY)
  const [errors, setErrors] = useState<RegisterErrors>({})
  const [failure, setFailure] = useState('')
  const [isRunning, setIsRunning] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const [smsNote, setSmsNote] = useState('')
  const resend = useCooldown()
  const cooldown = useCooldown()
  const navigate = useNavigate()
  const telephone = plainTelephone(fields.telephone)

  const setField = <Name extends keyof RegisterFields>(name: Name, value: RegisterFields[Name]) => {
    setFields((old) => ({ ...old, [name]: value }))
    setErrors((old) => ({ ...old, [name]: undefined }))
    // The code and its limits belong to a number.
    if (name === 'telephone' && plainTelephone(String(value)) !== telephone) {
      setSmsNote('')
      resend.end()
    }
  }

  function showErrors(found: RegisterErrors) {
    setErrors(found)
    const [first] = Object.keys(found)
    if (first) document.getElementById(`register-${first}`)?.focus()
  }

  /** The picture code is asked for before every sending. */
  function askForSms() {
    const telephone = telephoneError(fields.telephone)
    if (telephone) showErrors({ telephone })
    else setIsAsking(true)
  }

  function onSent({ isSent, code }: SmsSent) {
    setIsAsking(false)
    resend.start(SMS_RESEND_SECONDS)
    const note = isSent ? texts.smsSent(groupedTelephone(telephone)) : SMS_TEXTS.notConfigured
    setSmsNote(code === null ? note : texts.smsShown(code))
    setErrors((old) => ({ ...old, smsCode: undefined }))
  }

  async function submit() {
    if (isRunning || cooldown.isResting) return
    const bad = checkRegistration(fields)
    showErrors(bad)
    setFailure('')
    if (Object.keys(bad).length > 0) return
    setIsRunning(true)
    try {
      const { entName, name, smsCode, password } = fields
      const body = { entName, name, telephone, smsCode: smsCode.trim(), password: await passwordDigest(password) }
      writeSession(await call(registerApi.submit, { body }))
      broadcastSession('started')
      await navigate('/', { replace: true })
    } catch (error) {
      const refused = fieldErrorsOf(error)
      showErrors(refused)
      cooldown.startFor(error)
      if (Object.keys(refused).length === 0) setFailure(messageOf(error))
    } finally {
      setIsRunning(false)
    }
  }

  useEffect(() => document.getElementById('register-entName')?.focus(), [])

  const sms = { isAsking, note: smsNote, resend, ask: askForSms, onSent, stop: () => setIsAsking(false) }
  return { fields, setField, errors, failure, isRunning, cooldown, submit, telephone, sms }
}
