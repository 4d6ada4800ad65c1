import type { Source } from '@ruwu/contract'
import { SOURCE_LABELS } from '@ruwu/domain'
import { Avatar, Chip, CutText, SourceMark, Tooltip, cx, type SourceShape } from '@ruwu/ui'
import { Link } from 'react-router'
import type { Account } from '../account.ts'
import { accountPath } from '../account-place.ts'
import { shortId } from '../short-id.ts'
import { texts } from '../texts.ts'
import styles from './account-cell.module.css'

const shapes: Record<Source, SourceShape> = { redbook: 'bookmark', douyin: 'play' }

/** The mark of a source, with its name for who cannot see it. */
export const AccountSource = ({ source, size }: { source: Source; size?: number }) => (
  <SourceMark shape={shapes[source]} label={SOURCE_LABELS[source]} size={size} />
)

/** Which account: picture, name, remark, the platform's id. */
export function AccountCell({ account }: { account: Account }) {
  const { name, avatar, remark, platformId, accountType } = account
  const isKos = accountType === 'KOS'
  return (
    <span className={cx(styles.account, isKos && styles.kos)}>
      <Avatar name={name} src={avatar} size={isKos ? 24 : 28} shape="square" />
      <span className={styles.words}>
        <Link className={styles.name} to={accountPath(account)}>
          <CutText text={name} />
        </Link>
        {remark && <Chip>{remark}</Chip>}
        <Tooltip text={`${texts.platformId} ${platformId}`}>
          <span className={styles.id}>{shortId(platformId)}</span>
        </Tooltip>
      </span>
    </span>
  )
}
