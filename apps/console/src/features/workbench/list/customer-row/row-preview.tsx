import { MESSAGE_STATUS, type CustomerItem } from '@ruwu/contract'
import { lastMessageText, senderPrefix } from '@ruwu/domain'
import { cx } from '@ruwu/ui'
import { currentAgentId } from '../../../../session/current-agent.ts'
import { EmojiText } from '../../../emoji/index.ts'
import { useDraft } from '../../composer/draft/draft-store.ts'
import { texts } from '../../texts.ts'
import styles from './row-preview.module.css'

/** The last message, or the agent's draft. */
export function RowPreview({ item }: { item: CustomerItem }) {
  const draft = useDraft(item.customerId)
  if (draft) {
    return (
      <span className={cx('cut', styles.preview)}>
        <q className={styles.draft}>{texts.draft}</q>
        <EmojiText source={item.source} text={draft} />
      </span>
    )
  }
  const { lastMessage } = item
  const isRecalled = lastMessage?.type === 'recalled'
  const prefix = lastMessage && !isRecalled && senderPrefix(lastMessage, currentAgentId() ?? '', item.source)
  return (
    <span className={cx('cut', styles.preview)}>
      {lastMessage?.status === MESSAGE_STATUS.failed && !isRecalled && (
        <b className={styles.failed} title={texts.sendFailed}>
          <span aria-hidden="true">!</span>
          <span className="sr-only">{texts.sendFailed}</span>
        </b>
      )}
      {prefix && <q className={styles.prefix}>{prefix}</q>}
      {lastMessage ? <EmojiText source={item.source} text={lastMessageText(lastMessage)} /> : texts.onlyEntered}
    </span>
  )
}
