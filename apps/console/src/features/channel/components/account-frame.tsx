import { ERRORS, type AccountDetail } from '@ruwu/contract'
import { Empty, ErrorBlock, Panel, SkeletonRows, buttonClass, cx } from '@ruwu/ui'
import { Share2 } from 'lucide-react'
import { createContext, use, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { ResultError, messageOf } from '../../../api/errors.ts'
import { useAccountUrl, type AccountTab } from '../account-url.ts'
import { useAccountDetail } from '../channel.queries.ts'
import { texts } from '../texts.ts'
import styles from './account-frame.module.css'
import { AccountHead, AccountHeadWaiting } from './account-head.tsx'

type AccountFrameProps = {
  tab: AccountTab
  /** The page fills the height, scrolls inside its panels and brings its own header actions. */
  isBench?: boolean
  children: (account: AccountDetail) => ReactNode
}

const HeadSlot = createContext<HTMLElement | null>(null)

/** Renders a page's actions in the account's header (portal). */
export function HeadActions({ children }: { children: ReactNode }) {
  const slot = use(HeadSlot)
  return slot && createPortal(children, slot)
}

const isNotFound = (error: unknown) => error instanceof ResultError && error.code === ERRORS.notFound.code

/** Layout of all pages of one account: header, tabs, loading and not-found states. */
export function AccountFrame({ tab, isBench = false, children }: AccountFrameProps) {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const place = useAccountUrl()
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
      <div className={cx(isBench && styles.bench)}>
        <AccountHead account={account} tab={tab} onSlot={isBench ? setSlot : undefined} />
        <HeadSlot value={slot}>
          <div className={styles.page}>{children(account)}</div>
        </HeadSlot>
      </div>
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
