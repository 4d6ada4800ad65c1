import type { ExportTarget } from '@ruwu/contract'
import { EXPORT_NAMES } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Dropdown } from 'antd'
import { Download, History } from 'lucide-react'
import { useState } from 'react'
import { useIsPhone } from '../../browser/media-query.ts'
import { ExportDialog } from './export-dialog.tsx'
import { ExportsSheet } from './exports-sheet.tsx'
import { texts } from './texts.ts'
import styles from './export.module.css'

type ExportProps = {
  target: ExportTarget
  /** What `target` sums up, row by row (汇总 / 明细). */
  details?: ExportTarget
  /** The filter in words. */
  filterText: string
}

type Layer = 'dialog' | 'records'

/** 导出 of a list, and 导出记录 beside it; on a phone both behind one icon. */
export function ExportButton(props: ExportProps) {
  const [layer, setLayer] = useState<Layer>()
  if (useIsPhone()) return <ExportMenu {...props} />
  return (
    <>
      <span className={styles.buttons}>
        <Button onClick={() => setLayer('dialog')}>
          <Download size={15} aria-hidden="true" />
          {texts.export}
        </Button>
        <Button variant="ghost" onClick={() => setLayer('records')}>
          <History size={15} aria-hidden="true" />
          {texts.records}
        </Button>
      </span>
      <Layers {...props} layer={layer} onClose={() => setLayer(undefined)} />
    </>
  )
}

const items: { key: Layer; label: string }[] = [
  { key: 'dialog', label: texts.export },
  { key: 'records', label: texts.records },
]

/** The same behind one icon, where there is little room. */
export function ExportMenu(props: ExportProps) {
  const [layer, setLayer] = useState<Layer>()
  const label = texts.title(EXPORT_NAMES[props.target.type])
  return (
    <>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{ items, onClick: ({ key }) => setLayer(key as Layer) }}
      >
        <IconButton label={label} title={label}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </Dropdown>
      <Layers {...props} layer={layer} onClose={() => setLayer(undefined)} />
    </>
  )
}

type LayersProps = ExportProps & { layer: Layer | undefined; onClose: () => void }

function Layers({ layer, onClose, ...props }: LayersProps) {
  if (layer === 'dialog') return <ExportDialog {...props} onClose={onClose} />
  return layer === 'records' ? <ExportsSheet onClose={onClose} /> : null
}
