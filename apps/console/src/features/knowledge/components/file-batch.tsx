import { IconButton } from '@ruwu/ui'
import { CircleAlert, CircleCheck, FileText, X } from 'lucide-react'
import { texts } from '../texts.ts'
import type { FileResult, FileResults } from '../use-file-batch.ts'
import styles from './file-field.module.css'

type FileBatchProps = {
  files: readonly File[]
  results: FileResults
  isRunning: boolean
  onChange: (files: readonly File[]) => void
}

const icons = { waiting: FileText, running: FileText, saved: CircleCheck, failed: CircleAlert }
const WAITING: FileResult = { state: 'waiting', text: texts.queued }

/** Several documents at once: 保存 makes each an entry with its file's name. */
export function FileBatch({ files, results, isRunning, onChange }: FileBatchProps) {
  return (
    <ul className={styles.field} aria-label={texts.file}>
      {files.map((file) => {
        const { state, text, percent } = results.get(file) ?? WAITING
        const Icon = icons[state]
        return (
          <li key={`${file.name} ${file.size} ${file.lastModified}`} className={styles.file}>
            <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
            <span className="cut">{file.name}</span>
            <output className={state === 'failed' ? styles.failed : undefined}>{text}</output>
            {!isRunning && state !== 'saved' && (
              <IconButton
                label={texts.removeFile}
                title={texts.removeFile}
                onClick={() => onChange(files.filter((each) => each !== file))}
              >
                <X size={14} aria-hidden="true" />
              </IconButton>
            )}
            {state === 'running' && <progress max={100} value={percent} aria-label={texts.uploadingOf(file.name)} />}
          </li>
        )
      })}
    </ul>
  )
}
