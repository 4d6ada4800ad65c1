import { ERRORS, type AccountDetail } from '@ruwu/contract'
import { Empty, ErrorBlock, Panel, SkeletonRows, buttonClass } from '@ruwu/ui'
import { Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ResultError, messageOf } from '../../../api/errors.ts'
import { useAccountPlace, type AccountTab } from '../account-place.ts'
import { useAccountDetail } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import styles from './account-frame.module.css'
import { AccountHead, AccountHeadWaiting } from './account-head.tsx'

type AccountFrameProps = { tab: AccountTab; children: (account: AccountDetail) => ReactNode }

const isNotFound = (error: unknown) => error instanceof ResultError && error.code === ERRORS.notFound.code

/** Everything around the pages of one account: its card, the tabs, and what is shown when there is no such account. */
export function AccountFrame({ tab, children }: AccountFrameProps) {
  const place = useAccountPlace()
  const { data: account, error, refetch } = useAccountDetail(place)
  const isMissing = !place || isNotFound(error) || (account && account.source !== place.source)
  if (isMissing) {
    return (
      <Empty
        icon={Share2}
        text={texts.missing}
        action={
          <Link className={buttonClass()} to="/channel">
            {texts.backToList}
          </Link>
        }
      />
    )
  }
  if (account) {
    return (
      <>
        <AccountHead account={account} tab={tab} />
        <div className={styles.page}>{children(account)}</div>
      </>
    )
  }
  return (
    <>
      <AccountHeadWaiting isLoading={!error} />
      <div className={styles.page}>
        <Panel>
          {error ? <ErrorBlock message={messageOf(error)} onRetry={refetch} /> : <SkeletonRows rows={8} disc={false} />}
        </Panel>
      </div>
    </>
  )
}
