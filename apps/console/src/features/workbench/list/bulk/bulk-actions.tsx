import type { BulkResult, CallArgs, CustomerId, CustomerItem, customerApi } from '@ruwu/contract'
import type { LongList } from '@ruwu/domain'
import { Button, toast } from '@ruwu/ui'
import { Checkbox, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { BULK_MAX, BulkBar } from '../../../../list/bulk-bar.tsx'
import { FailuresDialog } from '../../../../list/failures-dialog.tsx'
import { useBulkActions } from '../../customer/customer-actions.ts'
import { useBatch } from '../../customer/customer.mutations.ts'
import { texts } from '../../texts.ts'
import { offerUndo } from '../../use-archive-open.ts'
import { usePostponeDialog } from '../../postpone/use-postpone-dialog.tsx'
import { useRedirectDialog } from '../../redirect/use-redirect-dialog.tsx'
import { isAllChosen, settledOf } from '../use-selection.ts'
import styles from './bulk-actions.module.css'
import { BulkStageDialog } from './bulk-stage-dialog.tsx'
import { BulkTagsDialog, type TagAction } from './bulk-tags-dialog.tsx'

type Action = Omit<CallArgs<typeof customerApi.batch>['body'], 'customerIds'>

type Entries = Record<string, { label: string; run: () => void }>

type BulkActionsProps = {
  chosen: ReadonlyMap<CustomerId, CustomerItem>
  /** The selectable rows. */
  loaded: LongList<CustomerItem>
  isArchive: boolean
  onSelect: (items: Iterable<CustomerItem>, isSelected: boolean) => void
  onDone: () => void
}

/** Batch actions on the selected customers. */
export function BulkActions({ chosen, loaded, isArchive, onSelect, onDone }: BulkActionsProps) {
  const [tagging, setTagging] = useState<TagAction>()
  const [isStaging, setIsStaging] = useState(false)
  const [result, setResult] = useState<BulkResult>()
  const { canReceive, canRelease, canRedirect, canPostpone, canEdit } = useBulkActions()
  const batch = useBatch()
  const customerIds = [...chosen.keys()]
  const isRefused = customerIds.length === 0 || customerIds.length > BULK_MAX
  const isAll = isAllChosen(loaded, chosen)

  const finish = (failed: BulkResult['failed']) => {
    if (failed.length === 0) onDone()
    else onSelect(settledOf(chosen, failed), false)
  }
  const redirect = useRedirectDialog(finish)
  const postpone = usePostponeDialog(finish)
  const run = (action: Action) =>
    batch.mutate(
      { customerIds, ...action },
      {
        onSuccess: (answer) => {
          setTagging(undefined)
          setIsStaging(false)
          if (answer.failed.length > 0) setResult(answer)
          if (action.action === 'archive' && action.archive && answer.success > 0) offerRestore(answer)
          finish(answer.failed)
        },
      },
    )
  /** Who got 结束语 has been told goodbye: only the others are brought back. */
  const offerRestore = ({ success, undoable = [] }: BulkResult) => {
    if (undoable.length === 0) return toast.success(texts.archivedMany(success))
    // By `mutateAsync`: this bar is gone by then. The mutation shows a refusal.
    const undo = () =>
      void batch.mutateAsync({ customerIds: undoable, action: 'archive', archive: false, undo: true }).catch(() => {})
    const text = texts.archivedMany(success)
    return offerUndo(undoable.length < success ? texts.undoableAmong(text, undoable.length) : text, undo)
  }
  const edits: Entries = {
    bindTags: { label: texts.bindTags, run: () => setTagging('bindTags') },
    unbindTags: { label: texts.unbindTags, run: () => setTagging('unbindTags') },
    stage: { label: texts.setStage, run: () => setIsStaging(true) },
    aiOn: { label: texts.aiOn, run: () => run({ action: 'aiStatus', enableAi: true }) },
    aiOff: { label: texts.aiOff, run: () => run({ action: 'aiStatus', enableAi: false }) },
  }
  const more: Entries = {
    ...(canPostpone && !isArchive
      ? { postpone: { label: texts.postpone, run: () => postpone.open([...chosen.values()]) } }
      : {}),
    ...(canEdit ? edits : {}),
  }
  const menu: MenuProps = {
    items: Object.entries(more).map(([key, { label }]) => ({ key, label })),
    onClick: ({ key }) => more[key]?.run(),
  }
  return (
    <div className={styles.bulk}>
      <BulkBar count={customerIds.length}>
        <Checkbox
          checked={isAll}
          indeterminate={!isAll && customerIds.length > 0}
          onChange={(event) => onSelect(loaded, event.target.checked)}
        >
          {texts.selectAll}
        </Checkbox>
        <div className={styles.actions}>
          {canReceive && (
            <Button size="sm" disabled={isRefused} busy={batch.isPending} onClick={() => run({ action: 'receive' })}>
              {texts.receive}
            </Button>
          )}
          {canRelease && (
            <Button size="sm" disabled={isRefused} busy={batch.isPending} onClick={() => run({ action: 'release' })}>
              {texts.release}
            </Button>
          )}
          {canRedirect && (
            <Button size="sm" disabled={isRefused} onClick={() => redirect.open([...chosen.values()])}>
              {texts.redirect}
            </Button>
          )}
          {canEdit && (
            <Button
              size="sm"
              disabled={isRefused}
              busy={batch.isPending}
              onClick={() => run({ action: 'archive', archive: !isArchive })}
            >
              {isArchive ? texts.unarchive : texts.doArchive}
            </Button>
          )}
          {Object.keys(more).length > 0 && (
            <Dropdown menu={menu} trigger={['click']} placement="topRight" disabled={isRefused}>
              <Button size="sm" disabled={isRefused}>
                {texts.more}
              </Button>
            </Dropdown>
          )}
        </div>
      </BulkBar>
      {tagging && (
        <BulkTagsDialog
          action={tagging}
          count={customerIds.length}
          isBusy={batch.isPending}
          onSubmit={(tagIds) => run({ action: tagging, tagIds })}
          onClose={() => setTagging(undefined)}
        />
      )}
      {isStaging && (
        <BulkStageDialog
          count={customerIds.length}
          isBusy={batch.isPending}
          onSubmit={(stageId) => run({ action: 'stage', stageId })}
          onClose={() => setIsStaging(false)}
        />
      )}
      {redirect.dialog}
      {postpone.dialog}
      {result && <FailuresDialog {...result} onClose={() => setResult(undefined)} />}
    </div>
  )
}
