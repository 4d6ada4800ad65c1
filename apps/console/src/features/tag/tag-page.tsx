import { Button, ErrorBlock, PageHead, Panel, SkeletonRows } from '@ruwu/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../api/errors.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { useLastKnown } from '../../form/use-draft-form.ts'
import { KeywordInput } from '../../list/keyword-input.tsx'
import { useCan } from '../permission/index.ts'
import { GroupTree } from './components/group-tree.tsx'
import { TagImport } from './components/tag-import.tsx'
import { TagPanel } from './components/tag-panel.tsx'
import { TagSheet } from './components/tag-sheet.tsx'
import { useTagGroups, useTagUsage } from './tag.queries.ts'
import { isGroup, knownGroup, NEW_TAG, useTagUrl } from './tag-url.ts'
import { texts } from './texts.ts'
import styles from './tag-page.module.css'

const CARD_HEIGHT = 84

export function TagPage() {
  const canEdit = useCan('tag:settingsEdit')
  const { filter, show, openTag } = useTagUrl()
  const [isImporting, setIsImporting] = useState(false)
  const isPhone = useIsPhone()
  const search = (
    <KeywordInput value={filter.keyword ?? ''} placeholder={texts.search} onChange={(keyword) => show({ keyword })} />
  )
  return (
    <>
      <PageHead
        title={texts.title}
        actions={
          <>
            {!isPhone && search}
            {canEdit && <Button onClick={() => setIsImporting(true)}>{texts.import}</Button>}
            {canEdit && (
              <Button variant="primary" onClick={() => openTag(NEW_TAG)}>
                <Plus size={16} aria-hidden="true" />
                {texts.create}
              </Button>
            )}
          </>
        }
      />
      <div className={styles.page}>
        {isPhone && search}
        <Book canEdit={canEdit} />
      </div>
      {isImporting && <TagImport onClose={() => setIsImporting(false)} />}
    </>
  )
}

/** Groups and tags side by side; on a phone below each other. */
function Book({ canEdit }: { canEdit: boolean }) {
  const tags = useTagUsage()
  const groups = useTagGroups()
  const isPhone = useIsPhone()
  const { filter, tagId, closeTag } = useTagUrl()
  const open = useLastKnown(tags.data ?? [], tagId)
  const error = tags.error ?? groups.error
  if (error && !(tags.data && groups.data))
    return (
      <Panel className={styles.whole}>
        <ErrorBlock message={messageOf(error)} onRetry={() => Promise.all([tags.refetch(), groups.refetch()])} />
      </Panel>
    )
  if (!tags.data || !groups.data)
    return (
      <>
        <Panel title={texts.groups}>
          <SkeletonRows rows={isPhone ? 1 : 6} height={40} disc={false} />
        </Panel>
        <Panel>
          <SkeletonRows rows={8} height={isPhone ? CARD_HEIGHT : undefined} head={!isPhone} disc={false} />
        </Panel>
      </>
    )
  const group = knownGroup(filter.group, groups.data)
  return (
    <>
      <GroupTree groups={groups.data} tags={tags.data} canEdit={canEdit} />
      <TagPanel
        tags={tags.data}
        groups={groups.data}
        canEdit={canEdit}
        isFetching={tags.isFetching || groups.isFetching}
      />
      {canEdit && (tagId === NEW_TAG || (open && open.kind !== 'system')) && (
        <TagSheet
          key={tagId}
          tag={open}
          groups={groups.data}
          groupId={isGroup(group) ? group : null}
          onClose={closeTag}
        />
      )}
    </>
  )
}
