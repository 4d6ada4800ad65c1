import type { StageId } from '@ruwu/contract'
import { Button, Dialog } from '@ruwu/ui'
import { Select } from 'antd'
import { useState } from 'react'
import { FieldGroup } from '../../../../form/field.tsx'
import { useCustomerSetting } from '../../../customer-setting/index.ts'
import styles from '../../redirect/redirect-dialog.module.css'
import { texts } from '../../texts.ts'

type BulkStageDialogProps = {
  count: number
  isBusy: boolean
  onSubmit: (stageId: StageId) => void
  onClose: () => void
}

/** Moves the selected customers to a stage. */
export function BulkStageDialog({ count, isBusy, onSubmit, onClose }: BulkStageDialogProps) {
  const { data: setting } = useCustomerSetting()
  const [stageId, setStageId] = useState<StageId>()
  const [isTried, setIsTried] = useState(false)
  const problem = isTried && !stageId ? texts.chooseStage : undefined
  const submit = () => {
    setIsTried(true)
    if (stageId) onSubmit(stageId)
  }
  return (
    <Dialog
      title={texts.stageTitle(count)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={isBusy} onClick={submit}>
            {texts.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <FieldGroup label={texts.stage} required error={problem}>
          <Select
            aria-label={texts.stage}
            placeholder={texts.choose}
            style={{ width: '100%' }}
            status={problem && 'error'}
            value={stageId}
            options={setting?.stages.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setStageId}
          />
        </FieldGroup>
      </div>
    </Dialog>
  )
}
