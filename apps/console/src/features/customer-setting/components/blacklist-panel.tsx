import type { BlockedCustomer } from '@ruwu/contract'
import { formatDateTime, SOURCE_LABELS } from '@ruwu/domain'
import { Button, confirm, Empty, ErrorBlock, Panel, SkeletonRows, TruncatedText } from '@ruwu/ui'
import { UserRoundCheck } from 'lucide-react'
import { messageOf } from '../../../api/errors.ts'
import { MoreButton } from '../../../list/more-button.tsx'
import { StoredAvatar } from '../../../stored-file/stored-image.tsx'
import { useTimeZone } from '../../enterprise/index.ts'
import { useCan } from '../../permission/index.ts'
import { useBlacklist, useUnblock } from '../customer-setting.queries.ts'
import { texts } from '../texts.ts'
import styles from './blacklist-panel.module.css'

/** 黑名单, newest first. */
export function BlacklistPanel() {
  const { data, error, refetch, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = useBlacklist()
  const customers = data?.pages.flatMap((page) => page.items)
  return (
    <Panel title={texts.blacklist} note={texts.blacklistHint} refreshing={isFetching && customers !== undefined}>
      {customers?.length === 0 ? (
        <Empty icon={UserRoundCheck} text={texts.noBlocked} />
      ) : customers ? (
        <ul className={styles.list}>
          {customers.map((customer) => (
            <BlockedRow key={customer.customerId} customer={customer} />
          ))}
        </ul>
      ) : error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : (
        <SkeletonRows rows={5} />
      )}
      {hasNextPage && <MoreButton isFetching={isFetchingNextPage} onClick={() => void fetchNextPage()} />}
    </Panel>
  )
}

function BlockedRow({ customer }: { customer: BlockedCustomer }) {
  const { customerId, name, avatar, source, subSourceName, blockedAt } = customer
  const timeZone = useTimeZone()
  const canUnblock = useCan('im:editCustomerInfo')
  const unblock = useUnblock()
  async function ask() {
    const isSure = await confirm({ title: texts.unblockTitle(name), content: texts.unblockEffect })
    if (isSure) unblock.mutate({ customerId, name })
  }
  return (
    <li className={styles.row}>
      <StoredAvatar src={avatar} name={name} />
      <span className={styles.words}>
        <TruncatedText text={name} />
        <small className="cut">
          {SOURCE_LABELS[source]} · {subSourceName} · {texts.blockedAt(formatDateTime(blockedAt, timeZone))}
        </small>
      </span>
      {canUnblock && (
        <Button size="sm" busy={unblock.isPending} aria-label={texts.unblockLabel(name)} onClick={() => void ask()}>
          {texts.unblock}
        </Button>
      )}
    </li>
  )
}
