import { CERTIFY_STATUS_LABELS, CERTIFY_TEXTS } from '@ruwu/domain'
import { Panel, SkeletonRows, ErrorBlock, buttonClass } from '@ruwu/ui'
import { Link } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { useCertifyInfo } from './certify.queries.ts'
import { texts } from './texts.ts'
import styles from './certify.module.css'

/** As high as the state: what stands below must not move under a pointer. */
const STATE_PX = 68

/** The 认证 card of 企业信息: the state, and the way to the form. */
export function CertifyPanel() {
  const { data: info, error, refetch } = useCertifyInfo()
  if (!info)
    return (
      <Panel title={texts.title}>
        {error ? (
          <ErrorBlock message={messageOf(error)} onRetry={refetch} />
        ) : (
          <SkeletonRows rows={1} height={STATE_PX} disc={false} />
        )}
      </Panel>
    )
  const hints = {
    none: CERTIFY_TEXTS.limits,
    pending: texts.pendingHint,
    passed: [info.subjectName, info.creditCode].filter(Boolean).join(' · '),
    rejected: `${texts.reason}：${info.reason}`,
  }
  const isDone = info.status === 'passed' || info.status === 'pending'
  return (
    <Panel title={texts.title}>
      <div className={styles.state}>
        <div>
          <strong>{CERTIFY_STATUS_LABELS[info.status]}</strong>
          <p>{hints[info.status]}</p>
        </div>
        <Link className={buttonClass({ variant: isDone ? 'default' : 'primary' })} to="/identify">
          {isDone ? texts.view : texts.goCertify}
        </Link>
      </div>
    </Panel>
  )
}
