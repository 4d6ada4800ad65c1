import { type ExportTarget, TABLE_FORMATS, type TableFormat } from '@ruwu/contract'
import { EXPORT_NAMES } from '@ruwu/domain'
import { Button, Dialog, toast } from '@ruwu/ui'
import { Radio } from 'antd'
import { useState } from 'react'
import { showError } from '../../api/show-error.ts'
import { FieldGroup, FieldStack } from '../../form/field.tsx'
import { MutationButton } from '../../form/mutation-button.tsx'
import { useCreateExport } from './export.mutations.ts'
import { texts } from './texts.ts'
import styles from './export.module.css'

const formats = TABLE_FORMATS.map((value) => ({ value, label: texts.formats[value] }))

type ExportDialogProps = { target: ExportTarget; details?: ExportTarget; filterText: string; onClose: () => void }

const kinds = [
  { value: false, label: texts.summary },
  { value: true, label: texts.details },
]

export function ExportDialog({ target, details, filterText, onClose }: ExportDialogProps) {
  const [format, setFormat] = useState<TableFormat>('xlsx')
  const [isDetailed, setIsDetailed] = useState(false)
  const chosen = (isDetailed && details) || target
  const create = useCreateExport()
  const start = () =>
    create.mutate(
      { ...chosen, format },
      {
        onSuccess: () => {
          toast.success(texts.started)
          onClose()
        },
        onError: showError,
      },
    )
  return (
    <Dialog
      title={texts.title(EXPORT_NAMES[chosen.type])}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <MutationButton variant="primary" mutation={create} onClick={start}>
            {texts.start}
          </MutationButton>
        </>
      }
    >
      <FieldStack>
        <FieldGroup label={texts.format}>
          <Radio.Group options={formats} value={format} onChange={({ target: radio }) => setFormat(radio.value)} />
        </FieldGroup>
        {details && (
          <FieldGroup label={texts.content}>
            <Radio.Group
              options={kinds}
              value={isDetailed}
              onChange={({ target: radio }) => setIsDetailed(radio.value)}
            />
          </FieldGroup>
        )}
        <FieldGroup label={texts.range} hint={texts.note}>
          <p className={styles.range}>
            {texts.current}
            <span>{filterText}</span>
          </p>
        </FieldGroup>
      </FieldStack>
    </Dialog>
  )
}
