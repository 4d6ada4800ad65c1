import { TABLE_FORMATS, type TableFormat } from '@ruwu/contract'
import { Button } from '@ruwu/ui'
import { Dropdown } from 'antd'
import { Download } from 'lucide-react'
import { texts } from './texts.ts'

type TableExportButtonProps = { disabled?: boolean; isRunning: boolean; onExport: (format: TableFormat) => void }

const formats = TABLE_FORMATS.map((key) => ({ key, label: texts.exportAs[key] }))

/** 导出 of a small library as it is shown: once a format is chosen the file is downloaded, without a job. */
export const TableExportButton = ({ disabled = false, isRunning, onExport }: TableExportButtonProps) => (
  <Dropdown
    trigger={['click']}
    disabled={disabled}
    menu={{
      items: formats,
      onClick: ({ key, domEvent }) => {
        domEvent.preventDefault()
        onExport(key as TableFormat)
      },
    }}
  >
    <Button disabled={disabled} busy={isRunning}>
      <Download size={15} aria-hidden="true" />
      {texts.export}
    </Button>
  </Dropdown>
)
