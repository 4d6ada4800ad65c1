import type { StageId } from '@ruwu/contract'
import { Select } from 'antd'
import { useState } from 'react'
import { useCustomerSetting } from '../../../customer-setting/index.ts'
import { texts } from '../../texts.ts'
import { BulkChoiceDialog } from './bulk-choice-dialog.tsx'

type BulkStageDialogProps = {
  count: number
  isBusy: boolean
  onSubmit: (stageId: StageId) => void
  onClose: () => void
}

/** Moves the selected customers to a stage. */
export function BulkStageDialog({ count, onSubmit, ...dialog }: BulkStageDialogProps) {
  const { data: setting } = useCustomerSetting()
  const [stageId, setStageId] = useState<StageId>()
  return (
    <BulkChoiceDialog
      {...dialog}
      title={texts.stageTitle(count)}
      label={texts.stage}
      missing={texts.chooseStage}
      isChosen={stageId !== undefined}
      onSubmit={() => stageId && onSubmit(stageId)}
    >
      {(status) => (
        <Select
          aria-label={texts.stage}
          placeholder={texts.choose}
          style={{ width: '100%' }}
          status={status}
          value={stageId}
          options={setting?.stages.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setStageId}
        />
      )}
    </BulkChoiceDialog>
  )
}
