import type { OwnerType, QuickReply, Source } from '@ruwu/contract'
import { Button, Empty, ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { Input, Popover, Segmented } from 'antd'
import { Search, Zap } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { StoredImage } from '../../../stored-file/stored-image.tsx'
import { useIsPhone } from '../../../browser/media-query.ts'
import { useReplyLibrary } from '../quick-reply.queries.ts'
import type { ReplySection } from '../reply-rows.ts'
import { texts } from '../texts.ts'
import { useReplySearch } from '../use-reply-search.ts'
import styles from './reply-drawer.module.css'

type ReplyDrawerProps = {
  title: string
  source: Source
  /** Fills in the variables of a reply. */
  fill: (content: string) => string
  onPick: (reply: QuickReply, isSentAtOnce: boolean) => void
  onClose: () => void
}

const OWNERS: readonly OwnerType[] = ['enterprise', 'agent']

/** The whole library by group. */
export function ReplyDrawer({ title, source, fill, onPick, onClose }: ReplyDrawerProps) {
  const [owner, setOwner] = useState<OwnerType>('enterprise')
  const [keyword, setKeyword] = useState('')
  const { refetch } = useReplyLibrary()
  const { sections, error, isSearched } = useReplySearch({ source, keyword, owner })
  const pick = (reply: QuickReply, isSentAtOnce: boolean) => {
    onPick(reply, isSentAtOnce)
    onClose()
  }
  return (
    <SideSheet title={title} isClear onClose={onClose}>
      <div className={styles.head}>
        <Input
          type="search"
          data-autofocus
          aria-label={texts.search}
          placeholder={texts.search}
          prefix={<Search size={16} strokeWidth={1.75} aria-hidden="true" />}
          value={keyword}
          onChange={(event) => setKeyword(event.target.value)}
        />
        <Segmented
          block
          aria-label={title}
          options={OWNERS.map((value) => ({ value, label: texts.owners[value] }))}
          value={owner}
          onChange={setOwner}
        />
      </div>
      {error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !sections ? (
        <SkeletonRows rows={6} disc={false} />
      ) : sections.length === 0 ? (
        <Empty icon={Zap} text={isSearched ? texts.noHits : texts.none} />
      ) : (
        <Sections sections={sections} fill={fill} onPick={pick} />
      )}
    </SideSheet>
  )
}

type SectionsProps = { sections: readonly ReplySection[] } & Pick<ReplyDrawerProps, 'fill' | 'onPick'>

function Sections({ sections, fill, onPick }: SectionsProps) {
  // On a phone there is no space beside the drawer.
  const placement = useIsPhone() ? 'top' : 'left'
  return sections.map(({ key, owner, title = owner, replies }) => (
    <section key={key} className={styles.section} aria-label={title}>
      <h3>
        {title}
        <small>{replies.length}</small>
      </h3>
      <ul>
        {replies.map((reply) => (
          <Popover
            key={reply.id}
            placement={placement}
            trigger={['hover', 'focus']}
            mouseEnterDelay={0.3}
            content={<Preview reply={reply} text={fill(reply.content)} />}
          >
            <li>
              <span className={styles.words}>
                <b className="cut">{reply.title}</b>
                <span className="cut">{reply.content}</span>
              </span>
              <Button size="sm" aria-label={texts.insertOf(reply.title)} onClick={() => onPick(reply, false)}>
                {texts.insert}
              </Button>
              <Button size="sm" aria-label={texts.sendOf(reply.title)} onClick={() => onPick(reply, true)}>
                {texts.send}
              </Button>
            </li>
          </Popover>
        ))}
      </ul>
    </section>
  ))
}

/** The reply as the customer would receive it. */
function Preview({ reply: { parts, code, uses }, text }: { reply: QuickReply; text: string }) {
  return (
    <div className={styles.preview}>
      <p>{text}</p>
      {parts.map((part) =>
        part.type === 'image' ? (
          <StoredImage key={part.url} className={styles.picture} url={part.url} alt="" />
        ) : (
          <p key={part.materialId}>[{part.title}]</p>
        ),
      )}
      <small>{[code && `/${code}`, texts.uses(uses)].filter(Boolean).join(' · ')}</small>
    </div>
  )
}
