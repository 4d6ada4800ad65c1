import { Avatar, TruncatedText, Tooltip, cx } from '@ruwu/ui'
import { Link } from 'react-router'
import type { Account } from '../account.ts'
import { accountPath } from '../account-url.ts'
import { shortId } from '../account.ts'
import { texts } from '../texts.ts'
import styles from './account-cell.module.css'

/** Avatar, name, and below it platform id and remark: the account is told apart by them whatever the width. */
export function AccountCell({ account }: { account: Account }) {
  const { name, avatar, remark, platformId, accountType } = account
  const isKos = accountType === 'KOS'
  return (
    <span className={cx(styles.account, isKos && styles.kos)}>
      <Avatar name={name} src={avatar} size={isKos ? 24 : 28} shape="square" />
      <span className={styles.words}>
        <Link className={styles.name} to={accountPath(account)}>
          <TruncatedText text={name} />
        </Link>
        <span className={styles.line}>
          <Tooltip text={`${texts.platformId} ${platformId}`}>
            <span className={styles.id}>{shortId(platformId)}</span>
          </Tooltip>
          {remark && <TruncatedText text={remark} />}
        </span>
      </span>
    </span>
  )
}
