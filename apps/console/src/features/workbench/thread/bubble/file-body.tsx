import { formatBytes } from '@ruwu/domain'
import { IconButton } from '@ruwu/ui'
import { Download, File } from 'lucide-react'
import { useState } from 'react'
import { Highlight } from '../../../../rendering/highlight.tsx'
import { showError } from '../../../../api/show-error.ts'
import { saveFile } from '../../../../stored-file/use-stored-file.ts'
import { texts } from '../texts.ts'
import styles from './media-body.module.css'
import type { MessageBody } from './message-body.ts'

type FileBodyProps = { body: Extract<MessageBody, { kind: 'file' }>; keyword: string }

export function FileBody({ body, keyword }: FileBodyProps) {
  const [isSaving, setIsSaving] = useState(false)
  const name = body.name || texts.file
  async function save() {
    setIsSaving(true)
    await saveFile(body.url, name).catch(showError)
    setIsSaving(false)
  }
  return (
    <span className={styles.row}>
      <File size={20} strokeWidth={1.5} aria-hidden="true" />
      <span className={styles.fileName}>
        <span className="cut" title={name}>
          <Highlight text={name} keyword={keyword} />
        </span>
        {body.size !== undefined && <small>{formatBytes(body.size)}</small>}
      </span>
      <IconButton
        label={texts.downloadOf(name)}
        title={texts.download}
        disabled={isSaving || body.state !== 'ready' || body.url === ''}
        onClick={save}
      >
        <Download size={16} />
      </IconButton>
    </span>
  )
}
