import type { Customer } from '@ruwu/contract'
import { nameToType } from '@ruwu/domain'
import { Button, Dialog, toast } from '@ruwu/ui'
import { useEffect, useRef, useState } from 'react'
import { showError } from '../../api/show-error.ts'
import { saveBlob } from '../../stored-file/save-table.ts'
import { readPersonalData } from './read-personal-data.ts'
import { texts } from './texts.ts'
import styles from './personal-data.module.css'

type ExportDialogProps = { customer: Pick<Customer, 'customerId' | 'name' | 'remark'>; onClose: () => void }

/** 导出个人信息: says what is exported, then reads it page by page. Closing ends the reading. */
export function ExportDialog({ customer, onClose }: ExportDialogProps) {
  const [rows, setRows] = useState<number>()
  const reading = useRef<AbortController>(undefined)
  useEffect(() => () => reading.current?.abort(), [])
  const { customerId } = customer
  const name = nameToType(customer)

  const start = async () => {
    const controller = new AbortController()
    reading.current = controller
    setRows(0)
    try {
      const exportedAt = new Date()
      const { signal } = controller
      const file = await readPersonalData({ customerId, exportedAt, onRows: setRows, signal })
      saveBlob(file, texts.fileName(name, exportedAt.toISOString().slice(0, 10)))
      toast.success(texts.exported)
      onClose()
    } catch (error) {
      if (controller.signal.aborted) return
      setRows(undefined)
      showError(error)
    }
  }

  return (
    <Dialog
      title={texts.exportData}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant="primary" busy={rows !== undefined} onClick={() => void start()}>
            {texts.exportStart}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{texts.exportWhat(name)}</p>
        <output className={styles.quiet}>{rows === undefined ? texts.exportAudited : texts.exporting(rows)}</output>
      </div>
    </Dialog>
  )
}
