import type { CertifyForm, CertifyInfo } from '@ruwu/contract'
import { CERTIFY_TEXTS } from '@ruwu/domain'
import { Button, ErrorBlock, SkeletonRows, buttonClass, cx } from '@ruwu/ui'
import { useState, type SubmitEvent } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useDocumentTitle } from '../../notify/document-title.ts'
import { BackLink } from '../../routing/back-link.tsx'
import { LoginFrame } from '../auth/index.ts'
import { useCan } from '../permission/index.ts'
import { ContactStep, SubjectStep } from './certify-fields.tsx'
import { CertifyResult } from './certify-result.tsx'
import { useCertifyInfo, useSubmittedForm } from './certify.queries.ts'
import { texts } from './texts.ts'
import { useCertify } from './use-certify.ts'
import styles from './certify.module.css'

/** 企业认证: the form, and what has become of it. */
export function IdentifyPage() {
  const { data: info, error, refetch } = useCertifyInfo()
  useDocumentTitle(texts.title)
  return (
    <LoginFrame>
      <section className={styles.card} aria-labelledby="certify-title">
        <header className={styles.head}>
          <BackLink to="/setting" label={texts.back} />
          <h1 id="certify-title">{texts.title}</h1>
        </header>
        {info ? (
          <Certification info={info} />
        ) : error ? (
          <ErrorBlock message={messageOf(error)} onRetry={refetch} />
        ) : (
          <SkeletonRows rows={5} disc={false} />
        )}
      </section>
    </LoginFrame>
  )
}

function Certification({ info }: { info: CertifyInfo }) {
  const canSubmit = useCan('enterprise:settingsEdit')
  const [isAgain, setIsAgain] = useState(false)
  const isOpen = canSubmit && (info.status === 'none' || (info.status === 'rejected' && isAgain))
  const { data: before, error, refetch } = useSubmittedForm(isOpen)
  if (isOpen) {
    if (before !== undefined) return <CertifySteps before={before} />
    return error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={5} disc={false} />
  }
  return (
    <>
      <Stepper at={info.status === 'none' ? 0 : 2} />
      {info.status === 'none' ? (
        <p className={styles.note}>{texts.askAdmin}</p>
      ) : (
        <CertifyResult info={info} onAgain={canSubmit ? () => setIsAgain(true) : undefined} />
      )}
      <footer className={styles.foot}>
        <Link className={buttonClass({ size: 'lg' })} to="/setting">
          {texts.back}
        </Link>
      </footer>
    </>
  )
}

function CertifySteps({ before }: { before: CertifyForm | null }) {
  const form = useCertify(before)
  const isFirst = form.step === 0
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isFirst) form.next()
    else void form.submit()
  }
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stepper at={form.step} />
      <p className={styles.note}>{CERTIFY_TEXTS.limits}</p>
      {isFirst ? <SubjectStep form={form} /> : <ContactStep form={form} />}
      <footer className={styles.foot}>
        {!isFirst && (
          <Button size="lg" onClick={form.previous}>
            {texts.previous}
          </Button>
        )}
        <Button type="submit" variant="primary" size="lg" busy={form.isRunning}>
          {isFirst ? texts.next : texts.submit}
        </Button>
      </footer>
    </form>
  )
}

function Stepper({ at }: { at: number }) {
  return (
    <ol className={styles.steps}>
      {texts.steps.map((name, no) => (
        <li key={name} className={cx(no <= at && styles.reached)} aria-current={no === at ? 'step' : undefined}>
          <span>{no + 1}</span>
          {name}
        </li>
      ))}
    </ol>
  )
}
