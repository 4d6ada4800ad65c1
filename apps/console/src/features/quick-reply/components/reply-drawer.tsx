import type { OwnerType, QuickReply, Source } from '@ruwu/contract'
import { Button, buttonClass, Empty, ErrorBlock, SideSheet, SkeletonRows } from '@ruwu/ui'
import { Input, Popover, Segmented } from 'antd'
import { Search, Settings2, Zap } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../../api/errors.ts'
import { StoredImage } from '../../../stored-file/stored-image.tsx'
import { useIsPhone } from '../../../browser/media-query.ts'
import { RowMenu } from '../../../list/row-menu.tsx'
import { onDemand } from '../../../rendering/on-demand.tsx'
import { useCan } from '../../permission/index.ts'
import { useCopyReply } from '../quick-reply.mutations.ts'
import { useReplyLibrary } from '../quick-reply.queries.ts'
import { groupsOf } from '../reply-order.ts'
import type { ReplySection } from '../reply-rows.ts'
import { libraryPath, NEW_REPLY } from '../reply-url.ts'
import { texts } from '../texts.ts'
import { useReplySearch } from '../use-reply-search.ts'
import { useAskRemove } from '../use-ask-remove.ts'
import { NewReplyButton } from './new-reply-button.tsx'
import styles from './reply-drawer.module.css'

const ReplySheet = onDemand(async () => (await import('./reply-sheet.tsx')).ReplySheet)

type ReplyDrawerProps = {
  title: string
  source: Source
  /** Fills in the variables of a reply. */
  fill: (content: string) => string
  onPick: (reply: QuickReply, isSentAtOnce: boolean) => void
  onClose: () => void
}

const OWNERS: readonly OwnerType[] = ['enterprise', 'agent']

/** The whole library by group; replies are changed here as well, by who may. */
export function ReplyDrawer({ title, source, fill, onPick, onClose }: ReplyDrawerProps) {
  const [owner, setOwner] = useState<OwnerType>('enterprise')
  const [keyword, setKeyword] = useState('')
  const [edited, setEdited] = useState<QuickReply | typeof NEW_REPLY>()
  const { data, refetch } = useReplyLibrary()
  const isManager = useCan('quickReply:manageEnterprise')
  const canEdit = owner === 'agent' || isManager
  const groups = data ? groupsOf(data, owner) : []
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
        <div className={styles.tools}>
          {data && canEdit && (
            <NewReplyButton size="sm" owner={owner} groups={groups} onPress={() => setEdited(NEW_REPLY)} />
          )}
          <Link
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
            to={`/setting/quick-reply${libraryPath(owner)}`}
          >
            <Settings2 size={14} aria-hidden="true" />
            {texts.manage}
          </Link>
        </div>
      </div>
      {error ? (
        <ErrorBlock message={messageOf(error)} onRetry={refetch} />
      ) : !sections ? (
        <SkeletonRows rows={6} disc={false} />
      ) : sections.length === 0 ? (
        <Empty icon={Zap} text={isSearched ? texts.noHits : texts.none} />
      ) : (
        <Sections
          sections={sections}
          fill={fill}
          onPick={pick}
          library={owner}
          onEdit={canEdit ? setEdited : undefined}
        />
      )}
      {edited && (
        <ReplySheet
          reply={edited === NEW_REPLY ? undefined : edited}
          groups={groups}
          groupId={edited === NEW_REPLY ? (groups[0]?.id ?? null) : edited.groupId}
          onClose={() => setEdited(undefined)}
        />
      )}
    </SideSheet>
  )
}

type SectionsProps = Pick<ReplyDrawerProps, 'fill' | 'onPick'> & {
  sections: readonly ReplySection[]
  library: OwnerType
  /** Undefined: they can only be copied. */
  onEdit: ((reply: QuickReply) => void) | undefined
}

function Sections({ sections, fill, onPick, library, onEdit }: SectionsProps) {
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
              <ReplyMenu reply={reply} library={library} onEdit={onEdit} />
            </li>
          </Popover>
        ))}
      </ul>
    </section>
  ))
}

function ReplyMenu({ reply, library, onEdit }: { reply: QuickReply } & Pick<SectionsProps, 'library' | 'onEdit'>) {
  const copy = useCopyReply()
  const askRemove = useAskRemove(library)
  return (
    <RowMenu
      label={texts.moreOf(reply.title)}
      title={texts.moreHint}
      entries={{
        edit: onEdit && { label: texts.edit, run: () => onEdit(reply) },
        copy: library === 'enterprise' ? { label: texts.copy, run: () => copy.mutate(reply) } : undefined,
        remove: onEdit && { label: texts.remove, danger: true, run: () => askRemove(reply) },
      }}
    />
  )
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
