import { OWNER_TYPES, type QuickReply, type QuickReplyGroup } from '@ruwu/contract'
import { OWNER_TYPE_LABELS, searchReplies } from '@ruwu/domain'
import { Button, ErrorBlock, PageHead, Panel, SkeletonRows, TabNav } from '@ruwu/ui'
import { Upload } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { messageOf } from '../../api/errors.ts'
import { demoFrame } from '../../browser/demo-frame.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { TableExportButton } from '../../form/table-export-button.tsx'
import { useLastKnown } from '../../form/use-draft-form.ts'
import { KeywordInput } from '../../list/keyword-input.tsx'
import { useRowDrag } from '../../list/use-row-drag.ts'
import { BackLink } from '../../routing/back-link.tsx'
import { useCan } from '../permission/index.ts'
import { GroupList } from './components/group-list.tsx'
import { NewReplyButton } from './components/new-reply-button.tsx'
import { ReplyImport } from './components/reply-import.tsx'
import { ReplyList } from './components/reply-list.tsx'
import { ReplySheet } from './components/reply-sheet.tsx'
import { useExport, useMoveReply } from './quick-reply.mutations.ts'
import { type Libraries, useReplyLibrary } from './quick-reply.queries.ts'
import { countReplies, groupsOf } from './reply-order.ts'
import { libraryPath, NEW_REPLY, useReplyUrl } from './reply-url.ts'
import { texts } from './texts.ts'
import styles from './quick-reply-page.module.css'

export function QuickReplyPage() {
  const { data, error, refetch, isFetching } = useReplyLibrary()
  const { owner, groupId } = useReplyUrl()
  const isStep = useIsPhone() && groupId !== null
  return (
    <>
      <PageHead
        title={texts.title}
        start={
          isStep ? (
            <BackLink to={libraryPath(owner)} label={texts.backToGroups} />
          ) : (
            <BackLink to="/setting" label={texts.back} />
          )
        }
        tabs={
          <TabNav label={texts.libraries}>
            {OWNER_TYPES.map((it) => (
              <li key={it}>
                <Link to={libraryPath(it)} aria-current={it === owner ? 'page' : undefined}>
                  {data
                    ? texts.libraryOf(OWNER_TYPE_LABELS[it], countReplies(groupsOf(data, it)))
                    : OWNER_TYPE_LABELS[it]}
                </Link>
              </li>
            ))}
          </TabNav>
        }
      />
      <div className={styles.page}>
        {error && !data ? (
          <Panel>
            <ErrorBlock message={messageOf(error)} onRetry={refetch} />
          </Panel>
        ) : !data ? (
          <Panel>
            <SkeletonRows rows={8} disc={false} />
          </Panel>
        ) : (
          <Library key={owner} libraries={data} isRefreshing={isFetching} />
        )}
      </div>
    </>
  )
}

/** One library: groups beside the replies of the chosen one; on a phone one at a time. */
function Library({ libraries, isRefreshing }: { libraries: Libraries; isRefreshing: boolean }) {
  const place = useReplyUrl()
  const { owner, keyword } = place
  const groups = groupsOf(libraries, owner)
  const isManager = useCan('quickReply:manageEnterprise')
  const canEdit = owner === 'agent' || isManager
  const isPhone = useIsPhone()
  const chosen = groups.find(({ id }) => id === place.groupId) ?? (isPhone ? undefined : groups[0])
  const found = useMemo(() => (keyword ? searched(groups, keyword) : undefined), [groups, keyword])
  const shown = found ?? chosen?.replies ?? []
  const move = useMoveReply()
  const drag = useRowDrag({
    ids: shown.map(({ id }) => id),
    onMove: (from, to) => {
      const reply = shown[from]
      if (reply) move.mutate({ reply, groupId: reply.groupId, to })
    },
  })
  const dragged = drag.from === undefined ? undefined : shown[drag.from]
  const opened = useLastKnown(
    groups.flatMap(({ replies }) => replies),
    place.reply,
  )
  return (
    <>
      <Tools groups={groups} canEdit={canEdit} />
      {!canEdit && <p className={styles.note}>{texts.readOnly}</p>}
      <div className={styles.split}>
        {(!isPhone || (!chosen && !found)) && (
          <GroupList groups={groups} chosen={found ? undefined : chosen} canEdit={canEdit} dragged={dragged} />
        )}
        {(!isPhone || chosen || found) && (
          <Panel
            title={found ? texts.results(found.length) : (chosen?.title ?? texts.replies)}
            note={found ? undefined : chosen?.replies.length}
            refreshing={isRefreshing}
          >
            <ReplyList
              replies={shown}
              groups={groups}
              canEdit={canEdit}
              owner={owner}
              drag={found ? undefined : drag}
            />
          </Panel>
        )}
      </div>
      {(opened || place.reply === NEW_REPLY) && canEdit && (groups.length > 0 || owner === 'agent') && (
        <ReplySheet
          key={place.reply}
          reply={opened}
          groups={groups}
          groupId={chosen?.id ?? groups[0]?.id ?? null}
          onClose={place.close}
        />
      )}
      {place.isImporting && canEdit && <ReplyImport owner={owner} onClose={place.close} />}
    </>
  )
}

/** All replies of the library that match, best first. */
const searched = (groups: readonly QuickReplyGroup[], keyword: string): QuickReply[] =>
  searchReplies(
    groups.flatMap(({ replies }) => replies),
    keyword,
  )

/** Search, import, export and the button for a new reply. */
function Tools({ groups, canEdit }: { groups: readonly QuickReplyGroup[]; canEdit: boolean }) {
  const { owner, keyword, search, openReply, openImport } = useReplyUrl()
  const save = useExport()
  const count = countReplies(groups)
  return (
    <div className={styles.tools}>
      <div className={styles.keyword}>
        <KeywordInput value={keyword} placeholder={texts.search} onChange={search} />
      </div>
      <TableExportButton
        disabled={count === 0}
        isRunning={save.isPending}
        onExport={(format) => save.mutate({ ownerType: owner, format, ...(keyword && { keyword }) })}
      />
      {canEdit && (
        <>
          {!demoFrame && (
            <Button onClick={openImport}>
              <Upload size={15} aria-hidden="true" />
              {texts.import}
            </Button>
          )}
          <NewReplyButton variant="primary" owner={owner} groups={groups} onPress={() => openReply(NEW_REPLY)} />
        </>
      )}
    </div>
  )
}
