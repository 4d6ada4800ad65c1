import { KNOWLEDGE_FILE_BYTES_MAX, type RelationId, knowledgeApi } from '@ruwu/contract'
import { formatBytes } from '@ruwu/domain'
import { Button, IconButton } from '@ruwu/ui'
import { CircleAlert, FileText, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { callOver } from '../../../api/call.ts'
import { SessionEnded, fieldErrorsOf, messageOf } from '../../../api/errors.ts'
import { progressFetch } from '../../../api/progress-fetch.ts'
import { Field } from '../../../form/field.tsx'
import { fileHint } from '../../../form/file-check.ts'
import { FileDrop } from '../../../form/file-drop.tsx'
import { texts } from '../texts.ts'
import styles from './file-field.module.css'

/** The id of the uploaded file; empty while it is uploading and when it is removed. */
type UploadState = { file: string; isUploading: boolean }

type FileFieldProps = {
  id: string
  relationId: RelationId
  types: readonly string[]
  /** The file already imported; empty without one. */
  keptName: string
  error: string | undefined
  disabled: boolean
  onChange: (upload: UploadState) => void
  /** Several files become an entry each. */
  onFiles?: ((files: File[]) => void) | undefined
}

/** Uploads a document as soon as it is chosen; with progress, cancel, retry and replace. */
export function FileField(props: FileFieldProps) {
  const { id, relationId, types, keptName, error, disabled, onChange, onFiles } = props
  const { upload, start, cancel, refuse } = useUpload(relationId, onChange)
  const limit = { types, maxBytes: KNOWLEDGE_FILE_BYTES_MAX }
  return (
    <Field id={id} label={texts.file} required={!keptName} error={error} hint={fileHint(limit)}>
      {(control) => (
        <div className={styles.field}>
          {upload ? (
            <Sent upload={upload} onCancel={cancel} onRetry={() => void start(upload.file)} />
          ) : (
            keptName && (
              <p className={styles.file}>
                <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
                <span className="cut">{keptName}</span>
              </p>
            )
          )}
          {upload?.state !== 'running' && !disabled && (
            <FileDrop
              id={control.id}
              label={texts.file}
              limit={limit}
              isInvalid={control['aria-invalid']}
              describedBy={control['aria-describedby']}
              onFile={(file) => void start(file)}
              onFiles={onFiles}
              onProblem={refuse}
            />
          )}
        </div>
      )}
    </Field>
  )
}

type SentProps = { upload: Upload; onCancel: () => void; onRetry: () => void }

function Sent({ upload, onCancel, onRetry }: SentProps) {
  const { file, state } = upload
  const percent = state === 'running' ? Math.round(upload.progress * 100) : 100
  const Icon = state === 'failed' ? CircleAlert : FileText
  return (
    <div className={styles.file}>
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="cut">{file.name}</span>
      <output className={state === 'failed' ? styles.failed : undefined}>
        {state === 'running' ? texts.uploading(percent) : state === 'failed' ? upload.reason : formatBytes(file.size)}
      </output>
      {state === 'failed' && !upload.isFinal && (
        <Button variant="link" size="sm" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
      <IconButton
        label={state === 'running' ? texts.cancelUpload : texts.removeFile}
        title={state === 'running' ? texts.cancelUpload : texts.removeFile}
        onClick={onCancel}
      >
        <X size={14} aria-hidden="true" />
      </IconButton>
      {state === 'running' && <progress max={100} value={percent} aria-label={texts.uploadingOf(file.name)} />}
    </div>
  )
}

/** The running upload; undefined without one. */
type Upload =
  | { state: 'running'; file: File; progress: number }
  /** Final: a retry of the same file cannot succeed. */
  | { state: 'failed'; file: File; reason: string; isFinal: boolean }
  | { state: 'done'; file: File }

/** One upload at a time: a new one replaces it, unmounting aborts it. */
function useUpload(relationId: RelationId, onChange: FileFieldProps['onChange']) {
  const [upload, setUpload] = useState<Upload>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function start(file: File) {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const onProgress = (progress: number) => !signal.aborted && setUpload({ state: 'running', file, progress })
    onProgress(0)
    onChange({ file: '', isUploading: true })
    try {
      const call = callOver(progressFetch({ signal, onProgress }))
      const { file: id } = await call(knowledgeApi.upload, { body: { relationId }, file })
      if (signal.aborted) return
      setUpload({ state: 'done', file })
      onChange({ file: id, isUploading: false })
    } catch (error) {
      if (signal.aborted || error instanceof SessionEnded) return
      const refusal = fieldErrorsOf(error).file
      setUpload({ state: 'failed', file, reason: refusal ?? messageOf(error), isFinal: refusal !== undefined })
      onChange({ file: '', isUploading: false })
    }
  }

  const cancel = () => {
    running.current?.abort()
    setUpload(undefined)
    onChange({ file: '', isUploading: false })
  }
  const refuse = (file: File, reason: string) => {
    setUpload({ state: 'failed', file, reason, isFinal: true })
    onChange({ file: '', isUploading: false })
  }
  return { upload, start, cancel, refuse }
}
