import type { Enterprise } from '@ruwu/contract'
import { DEMO_ENT_ID } from '@ruwu/domain'
import { Button, Panel } from '@ruwu/ui'
import { useState } from 'react'
import { ExportAll } from '../export/index.ts'
import { CloseDialog } from './close-dialog.tsx'
import { KeepButton, useCanClose } from './closing.tsx'
import { texts } from './texts.ts'
import styles from './company-page.module.css'

/** 危险区, for 管理员. The demo's enterprise cannot be closed. */
export function DangerPanel({ enterprise: { entId, name, closesAt } }: { enterprise: Enterprise }) {
  const [isOpen, setIsOpen] = useState(false)
  if (!useCanClose()) return null
  return (
    <Panel title={texts.danger}>
      <div className={styles.danger}>
        <p>{texts.exportAllHint}</p>
        <ExportAll />
      </div>
      {entId !== DEMO_ENT_ID && (
        <div className={styles.danger}>
          <p>{texts.closeHint}</p>
          {closesAt ? (
            <KeepButton />
          ) : (
            <Button className={styles.red} onClick={() => setIsOpen(true)}>
              {texts.close}
            </Button>
          )}
        </div>
      )}
      {isOpen && <CloseDialog name={name} onClose={() => setIsOpen(false)} />}
    </Panel>
  )
}
