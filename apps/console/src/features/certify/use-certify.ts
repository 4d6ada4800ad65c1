import { certifyApi, type CertifyForm, Telephone } from '@ruwu/contract'
import { SMS_RESEND_SECONDS, SMS_TEXTS } from '@ruwu/domain'
import { toast } from '@ruwu/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useCooldown } from '../../api/cooldown.ts'
import { fieldErrorsOf } from '../../api/errors.ts'
import { showError } from '../../api/show-error.ts'
import { useLeaveGuard } from '../../form/use-leave-guard.ts'
import { type CertifyDraft, type CertifyErrors, checkStep, EMPTY_DRAFT, STEP_FIELDS } from './certify-check.ts'
import { certifyKeys } from './certify.queries.ts'
import { texts } from './texts.ts'

export type CertifyFormState = ReturnType<typeof useCertify>

/** State of the two steps; `before` is what was submitted last. */
export function useCertify(before: CertifyForm | null) {
  const cache = useQueryClient()
  const [start] = useState<CertifyDraft>({ ...EMPTY_DRAFT, ...before, smsCode: '' })
  const [draft, setDraft] = useState(start)
  const [errors, setErrors] = useState<CertifyErrors>({})
  const [step, setStep] = useState<0 | 1>(0)
  const [isRunning, setIsRunning] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const [smsNote, setSmsNote] = useState('')
  const resend = useCooldown()
  const isDirty = (Object.keys(draft) as (keyof CertifyDraft)[]).some((name) => draft[name] !== start[name])
  useLeaveGuard(isDirty && !isRunning)

  const setField = <Name extends keyof CertifyDraft>(name: Name, value: CertifyDraft[Name]) => {
    setDraft((old) => ({ ...old, [name]: value }))
    setErrors((old) => ({ ...old, [name]: undefined }))
    if (name === 'contactTelephone') {
      setSmsNote('')
      resend.end()
    }
  }

  /** The step of the first bad field is shown, and the field focused once it is drawn. */
  function showErrors(found: CertifyErrors) {
    setErrors(found)
    const names = Object.keys(found) as (keyof CertifyDraft)[]
    const [first] = names
    if (!first) return
    if (STEP_FIELDS[0].some((name) => names.includes(name))) setStep(0)
    requestAnimationFrame(() => document.getElementById(`certify-${first}`)?.focus())
  }

  function next() {
    const found = checkStep(draft, 0)
    showErrors(found)
    if (Object.keys(found).length === 0) setStep(1)
  }

  async function sendSms() {
    const telephone = draft.contactTelephone.trim()
    const error = Telephone.safeParse(telephone).error?.issues[0]?.message
    if (error) return showErrors({ contactTelephone: error })
    setIsSending(true)
    try {
      const { isSent, code } = await call(certifyApi.sendSms, { body: { telephone } })
      const note = isSent ? texts.smsSent : SMS_TEXTS.notConfigured
      setSmsNote(code === null ? note : texts.smsShown(code))
      resend.start(SMS_RESEND_SECONDS)
    } catch (refusal) {
      resend.startFor(refusal)
      showError(refusal)
    } finally {
      setIsSending(false)
    }
  }

  async function submit() {
    if (isRunning) return
    const found = { ...checkStep(draft, 0), ...checkStep(draft, 1) }
    showErrors(found)
    if (Object.keys(found).length > 0) return
    setIsRunning(true)
    try {
      await call(certifyApi.submit, { body: draft })
      toast.success(texts.submitted)
      await cache.invalidateQueries({ queryKey: certifyKeys.all })
    } catch (refusal) {
      const refused = fieldErrorsOf(refusal)
      showErrors(refused)
      if (Object.keys(refused).length === 0) showError(refusal)
    } finally {
      setIsRunning(false)
    }
  }

  const sms = { note: smsNote, resend, isSending, send: sendSms }
  return { draft, errors, setField, step, next, previous: () => setStep(0), submit, isRunning, sms }
}
