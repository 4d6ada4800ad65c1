import type { ExportTarget } from '@ruwu/contract'
import { EXPORT_NAMES } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { Download, History } from 'lucide-react'
import { useState } from 'react'
import { demoFrame } from '../../browser/demo-frame.ts'
import { useIsPhone } from '../../browser/media-query.ts'
import { MenuButton } from '../../rendering/floating.tsx'
import { onDemand } from '../../rendering/on-demand.tsx'
import { texts } from './texts.ts'
import styles from './export.module.css'

const ExportDialog = onDemand(async () => (await import('./export-dialog.tsx')).ExportDialog)
const ExportsSheet = onDemand(async () => (await import('./exports-sheet.tsx')).ExportsSheet)

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
  const isPhone = useIsPhone()
  // Visitors of the demo may not export.
  if (demoFrame) return null
  if (isPhone) return <ExportMenu {...props} />
  return (
    <>
      <span className={styles.buttons}>
        <Button variant="ghost" onClick={() => setLayer('records')}>
          <History size={15} aria-hidden="true" />
          {texts.records}
        </Button>
        <Button onClick={() => setLayer('dialog')}>
          <Download size={15} aria-hidden="true" />
          {texts.export}
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
  if (demoFrame) return null
  return (
    <>
      <MenuButton placement="bottomRight" menu={{ items, onClick: ({ key }) => setLayer(key as Layer) }}>
        <IconButton label={label} title={label}>
          <Download size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </MenuButton>
      <Layers {...props} layer={layer} onClose={() => setLayer(undefined)} />
    </>
  )
}

type LayersProps = ExportProps & { layer: Layer | undefined; onClose: () => void }

function Layers({ layer, onClose, ...props }: LayersProps) {
  if (layer === 'dialog') return <ExportDialog {...props} onClose={onClose} />
  return layer === 'records' ? <ExportsSheet onClose={onClose} /> : null
}
